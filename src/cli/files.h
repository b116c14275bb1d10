/*
 * Internal to src/cli: the files of a command. No output may be an input or
 * another output, which is found out before any is opened; and where the
 * command fails, no older result stays under the name of one that it was to
 * write.
 */
#ifndef PTO_SRC_CLI_FILES_H
#define PTO_SRC_CLI_FILES_H

/* The command reads this file. */
void cli_reads(const char *path);

/* The same as a pto_reads: a program's source, or what that includes. */
void cli_reads_too(void *user, const char *path);

/*
 * It writes this one; returns the path to write to. For "-" that is the
 * standard output of the process, and everything else that goes there goes to
 * standard error from now on.
 */
const char *cli_writes(const char *path);

/* CLI_BAD_INPUT, after a line, where an output is in the way of another file.
 * Again after more files are known. */
int cli_check_files(void);

/* At the end, with the exit code. */
void cli_finish_files(int code);

#endif
