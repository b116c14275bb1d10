#!/bin/sh
# Performs the guides of CONTRIBUTING.md in a copy of the tree: each whole, and
# each with every single step left out. What is half done must not build, or
# fail a test, or say "not implemented: NAME".
# usage: tools/guides.sh FOLDER [GUIDE...]   operation scalar format revision rule verb
set -u
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1" && folder=$(cd "$1" && pwd) || exit 1
shift
tree=$folder/tree build=$folder/build log=$folder/log
failed=0 refused=0 whole=0

# ---- Edits: the anchor is a pattern of one line that every tree has ---------

# after FILE PATTERN TEXT: a line behind the first that matches.
after() {
    PATTERN=$2 TEXT=$3 awk '{ print }
        !done && $0 ~ ENVIRON["PATTERN"] { print ENVIRON["TEXT"]; done = 1 }
        END { exit !done }' "$tree/$1" >"$folder/edited" || lost "$1" "$2"
    cat "$folder/edited" >"$tree/$1"
}

# change FILE FROM TO: sed's s, which has to change something.
change() {
    sed "s%$2%$3%" "$tree/$1" >"$folder/edited"
    ! cmp -s "$folder/edited" "$tree/$1" || lost "$1" "$2"
    cat "$folder/edited" >"$tree/$1"
}

lost() {
    echo "guides: $1 has no line like '$2': bring this script up to date" >&2
    exit 1
}

# ---- What comes of it -------------------------------------------------------

compiles() { # TARGET...
    cmake --build "$build" -j "$(nproc)" --target "$@" >"$log" 2>&1
}

# A step was left out: which of the three happens, and what it has to say.
no_build() { # TARGET PATTERN
    ! compiles "$1" && grep -Eq "(error|undefined).*$2" "$log"
}

no_pass() { # TEST PATTERN
    compiles "$1" && ! PTO_TEST_SCALE=1/16 "$build/tests/$1" >"$log" 2>&1 &&
        grep -Eq "$2" "$log"
}

no_run() { # PATTERN COMMAND...: the command exits with 1
    what=$1
    shift
    compiles pto_cli || return 1
    "$build/pto" "$@" >"$log" 2>&1
    [ $? = 1 ] && grep -Eq "$what" "$log"
}

passes() { # TEST...
    compiles pto_cli "$@" || return 1
    for t in "$@"; do
        PTO_TEST_SCALE=1/16 "$build/tests/$t" >"$log" 2>&1 || return 1
    done
}

answers() { # PATTERN COMMAND...
    what=$1
    shift
    "$build/pto" "$@" >"$log" 2>&1 && grep -Eq "$what" "$log"
}

restore() {
    (cd "$tree" && git checkout -q -- . && git clean -fdq)
}

# guide NAME STEPS: NAME_1.. edit; NAME_without_1.. and NAME_done judge.
guide() {
    skip=0
    while [ $skip -le "$2" ]; do
        restore
        step=1
        while [ $step -le "$2" ]; do
            [ $step = $skip ] || "$1_$step"
            step=$((step + 1))
        done
        if [ $skip = 0 ]; then
            verdict="$1: all $2 steps" judge=$1_done
        else
            verdict="$1: without step $skip" judge=$1_without_$skip
        fi
        if "$judge"; then
            echo "ok      $verdict"
            [ $skip = 0 ] && whole=$((whole + 1)) || refused=$((refused + 1))
        else
            echo "FAILED  $verdict"
            grep -E 'error|undefined|FAILED|ERROR' "$log" | head -n 5
            tail -n 3 "$log"
            failed=1
        fi
        skip=$((skip + 1))
    done
}

def=include/pto/def
feature() {
    after $def/feature.def 'VALUE\(ASL_QUIRKS' \
        'FEATURE(added, ADDED, "what the guides add", VALUE(ADDED, OFF, "off") VALUE(ADDED, ON, "on"))'
}

# ---- A tile operation: TFOO is |a - b| --------------------------------------

operation_1() { feature; }
operation_2() {
    after $def/tile_op.def '^TILE_OP\(TSUB,' \
        'TILE_OP(TFOO, VEC, 0x05, ELEMENTWISE, D0 S0 S1, CALL(BINARY, apart), NUMBERS, PAD, BINARY, IS(ADDED, ON))'
}
operation_3() {
    after $def/arith.def '^ARITH\(sub,' \
        'ARITH(apart, 2, IEEE(pto_num_apart), RAW(raw_apart, raw_apart), "|a - b|")'
}
operation_4() {
    change src/num/num.h '^uint64_t pto_num_mul(' \
        'uint64_t pto_num_apart(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);\
&'
    change src/num/choose.c '^uint64_t pto_num_neg(' \
        'uint64_t pto_num_apart(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)\
{\
    return pto_num_abs(t, pto_num_sub(t, a, b, env), env);\
}\
\
&'
}
operation_5() {
    change src/model/raw.c '^static uint64_t raw_mul(' \
        'static uint64_t raw_apart(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)\
{\
    return pto_num_abs(t, raw_sub(t, a, b, env), env);\
}\
\
&'
}
operation_6() {
    f=tests/bundle/element/test_element.c
    after $f '^    SUB,' '    APART,'
    after $f '"VEC TSUB"' '    {"VEC TFOO", APART, SLOW_SUB, NUMBERS, 2, false},'
    after $f 'case SUB: return' '    case APART: return pto_num_abs((pto_dtype)f->code, cut(f, a - b), NULL);'
    change $f '    return slow_settle(&a, SLOW_RNE, false, flags);' \
        '    uint64_t settled = slow_settle(\&a, SLOW_RNE, false, flags);\
    return o->what == APART ? settled \& ~sign : settled;'
}
operation_7() {
    after src/bundle/reference/summary.def '^SUMMARY\(TSUB,' \
        'SUMMARY(TFOO, "how far two tiles are apart, element by element")'
}
operation_without_1() { no_build pto_isa ADDED; }
operation_without_2() { no_build pto_bundle PTO_OP_TFOO; }
operation_without_3() { no_build pto_bundle apart; }
operation_without_4() { no_build pto_num pto_num_apart; }
operation_without_5() { no_build pto_model raw_apart; }
operation_without_6() { no_pass bundle.element 'TFOO: no row of operations'; }
operation_without_7() { no_build pto_bundle 'summary for each operation'; }
operation_done() {
    passes bundle.element isa.tile_op num.domain bundle.schemas &&
        answers '^TFOO is BSTART' isa show TFOO --isa 0.58.4,added=on
}

# ---- A scalar instruction: ANDN is a & ~b -----------------------------------

scalar_1() { feature; }
scalar_2() {
    after $def/insn.def '^INSN\(ANDIW,' \
        'INSN(ANDN, "ANDN", "000000000001", 32, 0x02007005, DST LEFT RIGHT, VALUE(ANDN), ALU, IS(ADDED, ON), "andn SrcL, SrcR, ->{t, u, Rd}")'
}
scalar_3() { after src/isa/alu.def '^ALU\(AND,' 'ALU(ANDN, PLAIN)'; }
scalar_4() {
    after src/machine/form/alu.h 'case PTO_ALU_AND:' \
        '    case PTO_ALU_ANDN: return l & ~r;'
}
scalar_5() {
    after tests/verify/worked.def '^WORKED\(AND,' \
        'WORKED(ANDN, "andn a0, a1, ->a2", 0xff, 0x0f, 0xf0)'
}
scalar_without_1() { no_build pto_isa ADDED; }
scalar_without_2() { no_build verify.coverage PTO_FORM_ANDN; }
scalar_without_3() { no_build pto_isa PTO_ALU_ANDN; }
scalar_without_4() { no_build pto_machine PTO_ALU_ANDN; }
scalar_without_5() { no_pass verify.coverage 'ANDN has no row in worked.def'; }
scalar_done() {
    passes verify.coverage isa.codec isa.semantics text.insn_text || return 1
    answers 'andn zero' dis --plain --isa 0.58.4,added=on --word 0x02007005 ||
        return 1
    change $def/insn.def 'VALUE(ANDN)' 'NOT_YET(ANDN)'
    printf '%s\n' '.globl _start' '_start: andn a0, a1, ->a2' >"$folder/andn.s"
    no_run 'not implemented: ANDN' run --isa 0.58.4,added=on "$folder/andn.s"
}

# ---- A format: E6M2 is a scale ----------------------------------------------

format_1() {
    after $def/format.def '^FORMAT\(HiF4X2,' \
        'FORMAT(E6M2, 15, SCALE, 8, 8, 6, 2, 48, OWN, 0, 0)'
}
format_2() {
    change tests/slow/slow.h 'SLOW_FORMATS = 25' 'SLOW_FORMATS = 26'
    change tests/slow/format.c '    {"S64", 16' \
        '    {"E6M2", 15, SLOW_POWER, SLOW_ONE_NAN, 8, 6, 2, 48, 0, 0, false, 0x1.8p15, 0x1p-48, -48, 0xFF},\
&'
}
format_without_1() { no_pass num.format 'E6M2 is not in format.def'; }
format_without_2() { no_pass num.format 'E6M2 is not in tests/slow'; }
format_done() {
    passes num.format num.exhaustive num.property num.text num.array &&
        answers '0xc7  *3.5' num convert --from FP32 --to E6M2 3.3
}

# ---- A revision: one bit of one form moves ----------------------------------

revision_1() { feature; }
revision_2() {
    f=$def/revision.def
    last=$(sed -n 's/^REVISION(\([^,]*\),.*/\1/p' "$tree/$f" | tail -n 1)
    [ -n "$last" ] || lost $f 'REVISION(...'
    zeros=$(printf '%064d' 0)
    printf '%s\n' "REVISION(0_99_0, \"0.99.0\", FROM($last), IDENTITY(\"scratch\", \"$zeros\"), SET(ADDED, ON))" \
        >>"$tree/$f"
}
revision_3() {
    change $def/insn.def ' F(DR, 26, 1) ' ' FIELD(DR, DR, P(26, 1, 0), ANY, 0, 0, IS(ADDED, OFF)) '
}
revision_4() {
    change $def/insn.def ' F(trap, 19, 1) ' ' FIELD(DR, DR, P(27, 1, 0), ANY, 0, 0, IS(ADDED, ON))&'
}
revision_without_1() { no_build pto_isa ADDED; }
revision_without_2() { no_run "unknown revision '0.99.0'" isa list --isa 0.99.0; }
revision_without_3() { no_pass isa.codec 'B.CATR'; }
revision_without_4() { no_pass isa.codec 'B.CATR: DR has no row'; }
revision_done() {
    passes isa.codec isa.revision text.insn_text &&
        answers 'B.CATR .*dr' dis --plain --isa 0.99.0 --word 0x08000023 &&
        ! answers 'B.CATR' dis --plain --isa 0.99.0 --word 0x04000023
}

# ---- A rule: one more like comparison_code ----------------------------------

rule_1() {
    change src/bundle/element/rule.def '^RULE(comparison_code\(,.*\)' \
        '&\
RULE(comparison_again\1'
}
rule_2() {
    f=src/bundle/element/rules.c
    copied=$(awk '/^RULE_FN\(comparison_code\)/, /^}/' "$tree/$f" |
        sed 's/comparison_code/comparison_again/')
    [ -n "$copied" ] || lost $f 'RULE_FN(comparison_code)'
    printf '\n%s\n' "$copied" >>"$tree/$f"
}
rule_3() {
    change src/bundle/schema.def \
        '^\(SCHEMA(COMPARE_SCALAR.*\)R(comparison_code)' \
        '\1R(comparison_again)'
}
rule_4() {
    change tests/bundle/element/break.h '^static void break_mask_tile(' \
        'static void break_comparison_again(driver *d)\
{\
    break_comparison_code(d);\
}\
\
&'
}
rule_5() {
    change src/bundle/reference/why.def '^WHY(comparison_code,' \
        'WHY(comparison_again, "docs/decisions/0032-tile-operations.md", "as above", NO_PROGRAM("as above"))\
&'
}
rule_without_1() { no_build pto_bundle comparison_again; }
rule_without_2() { no_build pto comparison_again; }
rule_without_3() { no_pass bundle.rules comparison_again; }
rule_without_4() { no_build bundle.rules comparison_again; }
rule_without_5() { no_build pto_bundle 'a row of why.def for each rule'; }
rule_done() { passes bundle.rules bundle.txn; }

# ---- A verb -----------------------------------------------------------------

verb_1() {
    after src/cli/verb.def '^VERB\("version"' \
        'VERB("hello", cmd_hello, "", "say hello", "")'
}
verb_2() {
    printf '%s\n' '/* pto hello. */' '#include "cli/cli.h"' '' \
        '#include <stdio.h>' '' 'int cmd_hello(int argc, char **argv)' '{' \
        '    (void)argv;' '    puts("hello");' \
        '    return argc > 1 ? cli_fail("too many words") : CLI_OK;' '}' \
        >"$tree/src/cli/cmd_hello.c"
}
verb_3() {
    change README.md '^$pto version$' \
        '$pto hello                                              # hello\
&'
}
verbs_test() {
    sh "$tree/tests/cli/verbs.sh" "$build/pto" "$tree" >"$log" 2>&1
}
verb_without_1() { no_build pto_cli 'cmd_hello'; }
verb_without_2() { no_build pto_cli 'cmd_hello'; }
verb_without_3() {
    compiles pto_cli && ! verbs_test && grep -q 'hello has no line in README' "$log"
}
verb_done() { compiles pto_cli && verbs_test && answers '^hello$' hello; }

# -----------------------------------------------------------------------------

rm -rf "$tree"
mkdir -p "$tree" && cd "$source" || exit 1
git ls-files -co --exclude-standard | tar cf - -T - | tar xf - -C "$tree"
(cd "$tree" && git init -q && git add -A) || exit 1
cmake -S "$tree" -B "$build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON >/dev/null || exit 1
for g in ${*:-operation scalar format revision rule verb}; do
    case $g in
    operation) guide operation 7 ;;
    scalar) guide scalar 5 ;;
    format) guide format 2 ;;
    revision) guide revision 4 ;;
    rule) guide rule 5 ;;
    verb) guide verb 3 ;;
    *) echo "guides: no guide is called $g" >&2 && exit 1 ;;
    esac
done
echo "guides: $whole performed whole; $refused times a step was left out and noticed"
[ $failed = 0 ] || echo "guides: FAILED, see above"
exit $failed
