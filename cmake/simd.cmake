# Files named *_avx2.c and *_avx512.c are built for that instruction set; the
# dispatcher beside them asks the processor before it calls one.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    file(GLOB avx2 CONFIGURE_DEPENDS src/*/*_avx2.c src/*/*/*_avx2.c)
    file(GLOB avx512 CONFIGURE_DEPENDS src/*/*_avx512.c src/*/*/*_avx512.c)
    set_source_files_properties(${avx2} PROPERTIES
        COMPILE_OPTIONS "-mavx2;-mfma;-mf16c;-mbmi2")
    set_source_files_properties(${avx512} PROPERTIES COMPILE_OPTIONS
        "-mavx512f;-mavx512bw;-mavx512vl;-mavx512dq;-mavx2;-mfma;-mf16c;-mbmi2;-mprefer-vector-width=512")
endif()
