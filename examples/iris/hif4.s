# Weights in HiF4: two elements a byte, a 32-bit scale word for up to 64 of them.
    .include "network.s"
    NETWORK HiF4X2, U32, 16, 2, 128, 16
