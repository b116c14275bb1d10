/* pto version. */
#include "cli/cli.h"

#include <stdio.h>

int cmd_version(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return cli_fail("version takes no arguments");
    printf("pto %s\n", pto_version());
    return CLI_OK;
}
