/* Everything that libpto offers. */
#ifndef PTO_PTO_H
#define PTO_PTO_H

#include "pto/api.h"
#include "pto/assemble.h"
#include "pto/fault.h"
#include "pto/image.h"
#include "pto/isa.h"
#include "pto/text.h"
#include "pto/lint.h"
#include "pto/machine.h"
#include "pto/profile.h"
#include "pto/io.h"
#include "pto/state.h"
#include "pto/status.h"
#include "pto/tile_op.h"
#include "pto/numeric.h"
#include "pto/tile.h"
#include "pto/trace.h"
#include "pto/cube.h"
#include "pto/version.h"

#endif
