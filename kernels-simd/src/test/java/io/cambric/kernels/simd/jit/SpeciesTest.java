package io.cambric.kernels.simd.jit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The build repeats the tests of this package with {@code -Dtests.vectorbits} set to 64, 128 and
 * 256, in a JVM that is limited to such vectors.
 */
class SpeciesTest {

  private static final int BITS = Integer.getInteger("tests.vectorbits", 0);

  @Test
  void vectors_are_no_wider_than_the_build_asks_for() {
    if (BITS == 0) {
      assertThat(Species.LANES).isGreaterThanOrEqualTo(2);
    } else {
      assertThat(Species.F32.vectorBitSize()).isLessThanOrEqualTo(BITS);
    }
    assertThat(Species.I32.length()).isEqualTo(Species.LANES);
    assertThat(Species.F32.vectorBitSize()).isEqualTo(32 * Species.LANES);
  }
}
