# pto num as its users see it. $1: the command.
pto=$1
failures=0

# expect CODE TEXT ARGUMENT...: exit code, and a line of the output.
expect() {
    code=$1 text=$2
    shift 2
    got=$("$pto" num "$@" 2>&1)
    is=$?
    if [ "$is" -ne "$code" ] || ! printf '%s\n' "$got" | grep -qF -- "$text"; then
        echo "pto num $*: exit $is, wanted $code and '$text'; got:"
        printf '%s\n' "$got"
        failures=1
    fi
}

expect 0 '0x7e      448        +normal  NX' convert --from FP32 --to E4M3 463
expect 0 'OF NX' convert --from FP32 --to E4M3 465
expect 0 '0x80' convert --from FP32 --to HiF8 nan
expect 0 '"flags": ["OF", "NX"]' convert --from FP32 --to E4M3 --json 1e30
expect 0 '"profile_full_name": "pto-hardware-numeric-0.58.3-ieee-v1"' \
    convert --from FP32 --to FP16 --json 1
expect 0 '0x7b' convert --from FP32 --to E5M2 --round RTZ 60000
expect 0 '0x7f' convert --from FP32 --to S8 --sat 1000
expect 0 '0x80' convert --from FP32 --to E4M3 -0
expect 0 '-subnormal' classify FP16 0x8001 -1
expect 0 'invalid' classify E3M2 0x40
expect 0 'sign exponent fraction' show FP32 0.1
expect 0 '0    01111011 10011001100110011001101' show FP32 0.1
expect 0 '0.100000001490116119384765625' show FP32 0.1
expect 0 '0x1.99999ap-4' show FP32 0.1
expect 0 '13421773/134217728' show FP32 0.1
expect 0 '"fields": [' show HiF8 0x0c --json
expect 0 '0xf,-6,-0x1.8p+2,-normal' table E2M1 --csv
expect 0 '"class": "qnan"' table E8M0 --json
expect 0 'NE         1           true   NV' compare FP32 0x7f800001 1
expect 0 'RTO    0x7f' near E4M3 463
expect 0 'below  0x7e  448    15' near E4M3 463
expect 0 'above  -     -      -         -' near E4M3 463
expect 0 'below  0x3f7fffff  0.99999994' near FP32 1
expect 0 'above  0x3f800001  1.00000011' near FP32 1
expect 0 'below  0x80000001' near FP32 0
expect 0 'above  0x7c00  inf' near FP16 65504
expect 0 'below  0x82' near HiF8 -0x1p-22
expect 0 'above  0x00  0 ' near HiF8 -0x1p-22
expect 0 'below  0x7f  127    873' near S8 1000
expect 0 'below  0xfffffffffffffffe' near U64 18446744073709551615
expect 0 'above  0x8000000000000001' near U64 9223372036854775808.25
expect 0 'RNE    0x8000000000000000' near U64 9223372036854775808.25
expect 0 'above  0x00  5.877' near E8M0 -3
expect 0 'below  0x7f7fffff' near FP32 inf
expect 0 'below  -' near FP32 nan
expect 0 '0x4234' arith fma FP16 1.5 2 0.1 --round RTP
expect 0 'DZ' arith div FP32 1 0
expect 0 '0x7f  0         1' scale e8m0 0x7f
expect 0 '60..63' scale hif4 0x00010002
expect 0 'tile-quantize' domains
expect 0 'CAST_ODD' modes
expect 0 'rejected' modes
expect 1 'accepted: FP64 FP32' convert --from FP31 --to FP32 1
expect 0 '0x03' convert --from FP64 --to S8 --round CAST_ROUND 2.5
expect 0 '0xfd' convert --from FP64 --to S8 --round rdn -2.5
expect 1 'accepted: RNE RTM' convert --from FP32 --to FP32 --round UP 1
expect 1 'accepted are 0x bits' convert --from FP32 --to FP32 1,5
expect 1 'does not fit FP16' show FP16 0x10000
expect 1 'ADR 0049' convert --ftz --from FP32 --to FP32 1
expect 1 'ADR 0049' arith --daz add FP32 1 1
expect 1 "S8 has no '300'; accepted: -128 to 127" convert --from S8 --to FP32 300
expect 1 "U8 has no '-1'" show U8 -1
expect 1 "E2M1X2 has no 'nan'" classify E2M1 nan
expect 1 "E8M0 has no '0'" arith add E8M0 0 1
expect 0 '0xff  nan    qnan' classify E8M0 nan
expect 1 'at most 8' table FP16
expect 1 'accepted: add sub' arith plus FP32 1 1
expect 1 'takes 2 operands' arith add FP32 1
expect 1 'accepted: hif4 e8m0' scale e4m3 1
expect 1 'no number in 0..0xff' scale e8m0 0x100
expect 1 'unknown option' near FP32 1 --round RNE
expect 1 'pto num near --help' near FP32 1 --round RNE
expect 0 'usage: pto num near T VALUE' near --help
expect 1 'sqrt takes 1 operand, not 2' arith sqrt FP32 1 2
expect 1 'unknown command' frobnicate
expect 1 'usage' near FP32
exit "$failures"
