/* What a form calls the values of its fields. */
#include "text/insn/template.h"

/* What the phrase of a form calls a value, else the field's own name. */
const char *pto_field_value_name(const pto_form *f, const pto_isa *isa,
                                 pto_field_id field, int64_t value)
{
    template t;
    pto_template_read(f, pto_template_text(isa, f, 0), &t);
    for (unsigned i = 0; i < t.count; i++) {
        if (t.element[i].kind == ELEMENT_MODIFIER &&
            field == PTO_FIELD_SrcRType)
            return pto_text_modifier(isa, f, &t.element[i], value);
        if (t.element[i].kind == ELEMENT_CONVERT)
            return pto_text_letters(isa, f, field, value);
    }
    return field == PTO_FIELD_SrcRType ? NULL : pto_text_name_of(field, value);
}
