/* Tiles go to memory as loads and stores do: bounded regions, watchpoints. */
#include "machine_test.h"

enum { REGION = 0x8000, AT = 0x7f00, INDEX = 0x7000, RING = 2 };

/* Five tile operations between [a0], with indices at [a1]. */
static const struct access {
    const char *text;
    bool reads, writes;
} accesses[] = {
    {"BSTART.TLOAD U32\n"
     "C.B.DIMI 8, ->lb0\n"
     "B.IOT mask=1000, last, ->m<128B>\n"
     "B.IOR [a0, zero, zero], ->zero\n",
     true, false},
    {"BSTART.TSTORE U32\n"
     "B.IOT u#1, mask=1000, last\n"
     "B.IOR [a0, zero, zero], ->zero\n",
     false, true},
    {"BSTART.TPREFETCH U32\n"
     "C.B.DIMI 8, ->lb0\n"
     "B.IOR [a0, a2, zero], ->zero\n",
     true, false},
    {"BSTART.MGATHER U32\n"
     "C.B.DIMI 8, ->lb0\n"
     "B.IOT t#1, mask=1000, last, ->m<128B>\n"
     "B.IOR [a0, zero, zero], ->zero\n",
     true, false},
    {"BSTART.MSCATTER U32\n"
     "C.B.DIMI 8, ->lb0\n"
     "B.IOT u#1, t#1, mask=1000, last\n"
     "B.IOR [a0, zero, zero], ->zero\n",
     false, true},
    {"BSTART.MGATHER.CAS U32\n"
     "C.B.DIMI 8, ->lb0\n"
     "B.IOT t#1, u#1, mask=1000\n"
     "B.IOT u#1, mask=1000, last, ->m<128B>\n"
     "B.IOR [a0, zero, zero], ->zero\n",
     true, true},
};

/* Indices 0, 4, ... in t#1 and u#1; then the access from a0 on. */
static program start(const struct access *a, const pto_machine_options *o)
{
    static const char head[] = "    .globl _start, stop\n_start:\n"
                               "BSTART.TLOAD U32\n"
                               "C.B.DIMI 8, ->lb0\n"
                               "B.IOT mask=1000, last, ->t<128B>\n"
                               "B.IOR [a1, zero, zero], ->zero\n"
                               "BSTART.TLOAD U32\n"
                               "C.B.DIMI 8, ->lb0\n"
                               "B.IOT mask=1000, last, ->u<128B>\n"
                               "B.IOR [a1, zero, zero], ->zero\n";
    char text[1024];
    snprintf(text, sizeof text, "%s%sC.BSTOP\nstop: C.BSTOP\n", head, a->text);
    program p = test_boot(o, text);
    for (uint32_t i = 0; i < 8; i++) {
        uint8_t bytes[4] = {(uint8_t)(4 * i)};
        CHECK(pto_machine_write(p.machine, INDEX + 4 * i, bytes, 4) == PTO_OK,
              "indices");
    }
    return p;
}

static void go(program *p, unsigned ring, uint64_t at)
{
    pto_registers r;
    pto_machine_registers(p->machine, 0, &r);
    r.gpr[A0] = at;
    r.gpr[A1] = INDEX;
    r.core_state = (r.core_state & ~UINT64_C(15)) | ring;
    pto_machine_set_registers(p->machine, 0, &r);
    test_run(p);
}

static void expect_fault(const program *p, unsigned code, uint64_t at)
{
    CHECK(p->result.fault.code == code && p->result.fault.address == at,
          "%s at 0x%" PRIx64 " (%s), not %s at 0x%" PRIx64,
          pto_fault_name(p->result.fault.code), p->result.fault.address,
          p->result.fault.text, pto_fault_name(code), at);
}

/* Rings 2..15 stay inside the application region; the first byte beyond it
 * names the fault. */
TEST(tiles_stay_in_the_region_of_their_ring)
{
    UNUSED_STATE;
    const pto_machine_options o = {
        .pes = 1, .memory_bytes = 1 << 20, .application_bytes = REGION};
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
        for (unsigned ring = 0; ring <= RING; ring += RING) {
            program p = start(&accesses[i], &o);
            go(&p, ring, REGION - 8);
            if (ring)
                expect_fault(&p, PTO_FAULT_DataPage, REGION);
            else
                test_expect_stop(&p, PTO_STOP_REACHED);
            test_end(&p);
        }
        program p = start(&accesses[i], &o);
        go(&p, RING, REGION - 32);
        test_expect_stop(&p, PTO_STOP_REACHED);
        test_end(&p);
    }
}

/* Watch the fifth element for loads (2) or stores (4). */
static void watch(const struct access *a, unsigned kind, bool hits)
{
    program p = start(a, &(pto_machine_options){.pes = 1});
    pto_machine_set_sysreg(p.machine, 0, 0x0fb1, AT + 16);
    pto_machine_set_sysreg(p.machine, 0, 0x0fb0, 1 | kind | 2 << 3);
    go(&p, 0, AT);
    if (hits)
        expect_fault(&p, PTO_FAULT_HardwareWatchpoint, AT + 16);
    else
        test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(!hits || test_load(&p, AT + 4, 4) == 0, "stored all the same");
    test_end(&p);
}

TEST(watchpoints_see_tiles)
{
    UNUSED_STATE;
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
        watch(&accesses[i], 2, accesses[i].reads);
        watch(&accesses[i], 4, accesses[i].writes);
    }
}

TEST_MAIN(CASE(tiles_stay_in_the_region_of_their_ring),
          CASE(watchpoints_see_tiles))
