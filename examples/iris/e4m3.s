# Weights in MX E4M3: one byte an element, an E8M0 scale for up to 32 of them.
    .include "network.s"
    NETWORK E4M3, E8M0, 32, 4, 32, 4
