/* Service requests that the host answers in place of an absent manager. */
#ifndef PTO_SRC_MACHINE_SERVICE_H
#define PTO_SRC_MACHINE_SERVICE_H

#include "machine/host.h"

/*
 * Does the host answer this ACRC? Request 1 of a program without a manager:
 * in ring 0, or where ring 1 has no vector. Never on a bare machine.
 */
bool pto_service_hosted(const pto_host *h, unsigned request);

/*
 * Perform what a7 asks for: 64 write, 94 exit_group. Anything else stops the
 * PE with PTO_STOP_REQUEST and the number as its exit code.
 */
pto_outcome pto_service(pto_host *h);

#endif
