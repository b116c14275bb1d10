/* What runs through a decoded instruction. */
#ifndef PTO_SRC_MACHINE_EXEC_H
#define PTO_SRC_MACHINE_EXEC_H

#include "isa/semantics.h"
#include "machine/host.h"

/* One for each class of class.def that is WHOLE. */
#define FAST(name)
#define WHOLE(name)                    pto_exec pto_do_##name;
#define CLASS(class, name, way, needs) way(name)
#include "isa/class.def"
#undef CLASS
#undef WHOLE
#undef FAST

/* One for each row of exec.def. */
#define EXEC(name) pto_exec pto_exec_##name;
#include "isa/exec.def"
#undef EXEC

#endif
