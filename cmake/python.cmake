# The first python3 that has NumPy: on a Debian system that is often not the one
# that PATH names. Empty where there is none, and then no Python test exists.
if(NOT PTO_PYTHON)
    find_program(path_python python3 NO_CACHE)
    foreach(candidate "${path_python}" /usr/bin/python3)
        execute_process(COMMAND "${candidate}" -c
            "import numpy, sys; sys.exit(sys.version_info < (3, 9))"
            RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
        if("${failed}" STREQUAL "0")
            set(PTO_PYTHON "${candidate}" CACHE FILEPATH "Python with NumPy")
            break()
        endif()
    endforeach()
endif()
