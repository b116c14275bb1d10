/* The classic shapes of memory-ordering tests. */
#include "litmus/litmus.h"

#define ALLOWED   "allowed"
#define FORBIDDEN "forbidden"

static const pto_litmus_shape shapes[] = {
#define SHAPE(name, verdict, summary, events)                        \
    {name, summary, "name " name "\n" events "expect " verdict "\n", \
     PTO_EXPECT_##verdict},
#include "litmus/litmus.def"
#undef SHAPE
};

size_t pto_litmus_shape_count(void)
{
    return sizeof shapes / sizeof shapes[0];
}

const pto_litmus_shape *pto_litmus_shape_at(size_t i)
{
    return i < pto_litmus_shape_count() ? &shapes[i] : NULL;
}
