/* What memory each form touches. */
#include "pto/isa.h"

static const struct row {
    pto_access access;
    bool exists;
} rows[PTO_FORM_COUNT] = {
#define ACCESS(form, action, address, update, bytes, scale, is_signed)   \
    [PTO_FORM_##form] = {{PTO_ACTION_##action, PTO_ADDRESS_##address,    \
                          PTO_UPDATE_##update, bytes, scale, is_signed}, \
                         true},
#include "pto/def/access.def"
#undef ACCESS
};

const pto_access *pto_access_get(const pto_form *f)
{
    return rows[f->id].exists ? &rows[f->id].access : NULL;
}
