/* FP64 arithmetic on corner patterns x corner exponents, against MPFR. */
#include "judge_arith.h"

TEST(a_million_cases_an_operation)
{
    UNUSED_STATE;
    judge_format("FP64", test_scaled(1000000));
}

TEST_MAIN(CASE(a_million_cases_an_operation))
