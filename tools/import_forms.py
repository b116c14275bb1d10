#!/usr/bin/env python3
"""Import encoded forms: published JSON of two revisions -> include/pto/def rows.

usage: import_forms.py OLD.json NEW.json OUTPUT-DIRECTORY

Run once for a revision; the rows are reviewed, committed and edited by hand
from then on. A form that differs between the two revisions is written as two
rows (or two requirements), each marked with the feature that selects it.
"""
import json
import re
import sys

SIGN = {"encoding-defined": "E", "signed": "S", "unsigned": "U"}
FEATURE = {  # mnemonic -> (feature, value in OLD, value in NEW)
    "B.FPATR": ("cscale", "CSCALE_OFF", "CSCALE_ON"),
    "B.IOS": ("shared_ids", "SHARED_IDS_256", "SHARED_IDS_64"),
    "B.IOT": ("capacity", "CAPACITY_PER_CORE", "CAPACITY_PER_PE"),
    "B.SUBVIEW": ("range_modifiers", None, "RANGE_MODIFIERS_ON"),
    "B.ASSEMBLE": ("range_modifiers", None, "RANGE_MODIFIERS_ON"),
}
ALIAS = {"SharedTID": "SharedTileID"}  # one meaning, renamed between revisions
HANDLER = {"B.SUBVIEW": "SetBundleSubview", "B.ASSEMBLE": "SetBundleAssemble"}
GROUP = {"B.SUBVIEW": ("CMD", "Bundle Input & Output"),
         "B.ASSEMBLE": ("CMD", "Bundle Input & Output")}
OLD_SUFFIX = {"B.FPATR": "_NO_CSCALE", "B.IOS": "_256"}
LAYOUT_NAME = {"CMode": "DATR", "ReluMode": "FPATR", "CScaleEn": "FPATR_CScale"}
SUFFIX = {  # forms that share a mnemonic: what tells them apart
    "B.IOT SrcTile0, mask=PE_MASK, <last>, ->DstTile<SizeCode>": "SRC_DST",
    "B.IOT SrcTile0, SrcTile1, mask=PE_MASK, <last>": "SRC_SRC",
    "B.IOT SrcTile0, SrcTile1, mask=PE_MASK, <last>, ->DstTile<SizeCode>":
        "SRC_SRC_DST",
    "B.IOT SrcTile0, mask=PE_MASK, <last>": "SRC",
    "B.IOT mask=PE_MASK, <last>, ->DstTile<SizeCode>": "DST",
    "B.HINT {BR.{likely, unlikely}, TEMP.{hot, warm, cool, none}, PRFSIZE}":
        "BR",
    "B.HINT TRACE.{begin, end}": "TRACE",
}


def ident(text):
    return re.sub(r"\W+", "_", text)


def wrap(head, parts):
    """One line if it fits; else break between parts only."""
    lines = [head]
    for part in parts:
        if len(lines[-1]) + 1 + len(part) <= 160:
            lines[-1] += " " + part
        else:
            lines.append("    " + part)
    return "\n".join(lines)


def layout_key(form):
    return (form["length_bits"], tuple(
        (f["name"], SIGN[f["signedness"]],
         tuple((p["instruction_lsb"], p["width"], p["value_lsb"])
               for p in f["pieces"])) for f in form["fields"]))


def layout_name(key, used):
    base = ident("L%d_" % key[0] + ("_".join(f[0] for f in key[1]) or "none"))
    for field, short in LAYOUT_NAME.items():
        if any(f[0] == field for f in key[1]):
            base = "L%d_%s" % (key[0], short)
    name, n = base, 1
    while name in used:
        n += 1
        name = "%s_v%d" % (base, n)
    return name


def layout_row(name, key):
    fields = []
    for slot, (field, sign, pieces) in enumerate(key[1]):
        ids = ident(ALIAS.get(field, field))
        text = "F(%d, %s, %s," % (slot, ids, sign)
        if ids != field:
            text = 'NAMED(%d, %s, "%s", %s,' % (slot, ids, field, sign)
        fields.append(text + "".join(" P(%d,%d,%d)" % p for p in pieces) + ")")
    fields = fields or ["NO_FIELDS"]
    fields[-1] += ")"
    return wrap("LAYOUT(%s, %d," % (name, key[0]), fields)


def word(form, which):
    bits = shift = 0
    for part in form["encoding"]:
        bits |= int(part[which], 16) << shift
        shift += part["width_bits"]
    return "0x%0*x" % (form["length_bits"] // 4, bits)


def row_id(form, shared):
    base = ident(form["mnemonic"])
    if form["mnemonic"] not in shared:
        return base
    asm = form["asm"]
    tail = SUFFIX.get(asm)
    if not tail:
        words = re.findall(r"[A-Z0-9]{2,}", asm[len(form["mnemonic"]):])
        tail = words[-1] if form["mnemonic"] == "B.DIM" else words[0]
    return base + "_" + tail


def requirement(row, form, constraint, when):
    name = constraint["field"]
    field = ident(ALIAS.get(name, name))
    if constraint["operator"] == "not-equal":
        return "REQUIRE(%s, %s, NOT, 0x%x, %s)" % (
            row, field, 1 << constraint["value"], when)
    allowed = sum(1 << v for v in constraint["values"])
    return "REQUIRE(%s, %s, ONE_OF, 0x%x, %s)" % (row, field, allowed, when)


def write(path, comment, rows):
    with open(path, "w") as out:
        out.write("/*\n" + "".join(" * %s\n" % c if c else " *\n"
                                   for c in comment) + " */\n")
        out.write("\n".join(rows) + "\n")


def main():
    old = {f["form_id"]: f for f in json.load(open(sys.argv[1]))}
    new = {f["form_id"]: f for f in json.load(open(sys.argv[2]))}
    keys = ("asm", "encoding", "fields")
    layouts, names, groups, handlers = {}, {}, {}, set()
    rows, requires = [], []
    count = {}
    for f in new.values():
        count[f["mnemonic"]] = count.get(f["mnemonic"], 0) + 1
    shared = {m for m, n in count.items() if n > 1}

    def add(form, when, suffix=""):
        key = layout_key(form)
        if key not in layouts:
            layouts[key] = layout_name(key, layouts.values())
        for field in form["fields"]:
            names.setdefault(ident(ALIAS.get(field["name"], field["name"])), 1)
        m = form["mnemonic"]
        family, group = GROUP.get(m) or (form["semantic_family"],
                                         form["semantic_group"])
        gid = ident(group.upper())
        groups[gid] = (family, group)
        handler = HANDLER.get(m) or form["semantic_handler"]
        handlers.add(handler)
        rid = row_id(form, shared) + suffix
        cells = ['"%s"' % m, '"%s"' % form["form_id"].rsplit("_", 1)[1],
                 word(form, "mask"), word(form, "match"), layouts[key],
                 handler, gid, when]
        rows.append(wrap("INSN(%s," % rid, [c + "," for c in cells] +
                         ['"%s")' % form["asm"]]))
        return rid

    for fid, f in new.items():
        o = old.get(fid)
        feature, before, after = FEATURE.get(f["mnemonic"], (None,) * 3)
        whole = o is None or any(o[k] != f[k] for k in keys)
        cond = lambda value: "WHEN(%s, %s)" % (feature, value)
        if whole and o is not None:
            rid = add(o, cond(before), OLD_SUFFIX[f["mnemonic"]])
            requires += [requirement(rid, o, c, "ALWAYS")
                         for c in o["constraints"]]
        rid = add(f, cond(after) if whole else "ALWAYS")
        for i, c in enumerate(f["constraints"]):
            if whole or o["constraints"][i] == c:
                requires.append(requirement(rid, f, c, "ALWAYS"))
                continue
            requires.append(requirement(rid, o, o["constraints"][i],
                                        cond(before)))
            requires.append(requirement(rid, f, c, cond(after)))

    out = sys.argv[3]
    write(out + "/layout.def", [
        "Where the fields of a form stand; forms share layouts.", "",
        "LAYOUT(name, length in bits, fields...)",
        "F(slot, field, sign, pieces...)   the field in pto_insn.value[slot]",
        "NAMED(slot, field, \"name\", sign, pieces...)   shown by another name",
        "P(lsb in the word, width, lsb in the value)", "",
        "sign: S signed, U unsigned, E defined by the instruction (as U)"],
        [layout_row(n, k) for k, n in layouts.items()])
    write(out + "/field.def", ["FIELD(name): every name a field has."],
          ["FIELD(%s)" % n for n in names])
    write(out + "/insn.def", [
        "Encoded forms, one row each; everything about encodings is derived.",
        "", "INSN(id, mnemonic, hash, mask, match, layout, handler, group, "
        "when, assembly)", "",
        "hash:  tail of the published form_id",
        "when:  ALWAYS, or WHEN(feature, value) that a revision must have"],
        rows)
    write(out + "/require.def", [
        "Values that a field of a form may have; others decode to nothing.",
        "", "REQUIRE(form, field, kind, bit set, when)", "",
        "ONE_OF: bit v set, v is legal.  NOT: bit v set, v is not.",
        "Rows of one form stand together, in published order."], requires)
    write(out + "/handler.def", [
        "HANDLER(name): what executes a form; many forms share one."],
        ["HANDLER(%s)" % h for h in sorted(handlers)])
    write(out + "/group.def", [
        "GROUP(id, family, name): how the catalog sorts the forms."],
        ['GROUP(%s, %s, "%s")' % (g, f, n) for g, (f, n) in groups.items()])


main()
