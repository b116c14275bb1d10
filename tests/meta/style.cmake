cmake_minimum_required(VERSION 3.20)
# Fails on long files, long lines, tabs, and folders that grew too full.
set(MAX_LINES 500)
set(MAX_ROWS 1000)  # lines of a table: insn.def has a row a form
set(MAX_FILES 20)   # of source and headers, in one folder
set(MAX_TABLES 60)  # of include/pto/def; docs/decisions/0003 says why
set(bad "")

function(check_file f lines columns)
    file(READ ${ROOT}/${f} text)
    string(REGEX MATCHALL "\n" newlines "${text}")
    list(LENGTH newlines n)
    if(n GREATER lines)
        string(APPEND bad "${f}: ${n} lines, limit ${lines}\n")
    endif()
    if(text MATCHES "\t")
        string(APPEND bad "${f}: tab\n")
    endif()
    math(EXPR over "${columns} + 1")
    string(REPEAT "[^\n]" ${over} long)
    if(text MATCHES "${long}")
        string(APPEND bad "${f}: line over ${columns} columns\n")
    endif()
    set(bad "${bad}" PARENT_SCOPE)
endfunction()

function(check_folder folder count limit)
    if(count GREATER limit)
        string(APPEND bad "${folder}: ${count} files, limit ${limit}\n")
        set(bad "${bad}" PARENT_SCOPE)
    endif()
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/src/*.[ch]
     ${ROOT}/include/*.h ${ROOT}/tests/*.[ch] ${ROOT}/bench/*.[ch]
     ${ROOT}/bindings/*.py ${ROOT}/tests/python/*.py
     ${ROOT}/examples/python/*.py)
foreach(f IN LISTS files)
    check_file(${f} ${MAX_LINES} 80)
endforeach()
file(GLOB_RECURSE tables RELATIVE ${ROOT} ${ROOT}/include/*.def
     ${ROOT}/src/*.def)
foreach(f IN LISTS tables)
    check_file(${f} ${MAX_ROWS} 160)
endforeach()

set(folders "")
foreach(f IN LISTS files)
    get_filename_component(folder ${f} DIRECTORY)
    list(APPEND folders ${folder})
endforeach()
set(distinct ${folders})
list(REMOVE_DUPLICATES distinct)
foreach(folder IN LISTS distinct)
    set(here ${folders})
    list(FILTER here INCLUDE REGEX "^${folder}$")
    list(LENGTH here n)
    check_folder(${folder} ${n} ${MAX_FILES})
endforeach()
list(FILTER tables INCLUDE REGEX "^include/")
list(LENGTH tables n)
check_folder(include/pto/def ${n} ${MAX_TABLES})

if(bad)
    message(FATAL_ERROR "\n${bad}")
endif()
