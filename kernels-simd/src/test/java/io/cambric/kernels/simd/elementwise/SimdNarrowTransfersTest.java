package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.BFloat16;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversions of bf16 and of bytes by vectors: the bits of those by single values. */
class SimdNarrowTransfersTest {

  private static final int BEFORE = 3;

  private final SimdNarrowTransfers transfers = new SimdNarrowTransfers();

  @BeforeEach
  void use_vectors_at_once() {
    WarmUp.skipWaiting(true);
  }

  @AfterEach
  void wait_for_the_jit_again() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "length={0}")
  @ValueSource(ints = {0, 1, 31, 32, 33, 1000, 1 << 16})
  void widening_gives_the_value_of_all_bits(int n) {
    short[] halves = new short[BEFORE + n + 1];
    for (int i = 0; i < halves.length; i++) {
      halves[i] = (short) i;
    }
    float[] floats = new float[n + 2];

    transfers.widen(halves, BEFORE, floats, 1, n);

    assertThat(floats[0]).isZero();
    assertThat(floats[n + 1]).isZero();
    for (int i = 0; i < n; i++) {
      assertThat(Float.floatToRawIntBits(floats[1 + i])).isEqualTo((BEFORE + i) << 16);
    }
  }

  @ParameterizedTest(name = "length={0}")
  @ValueSource(ints = {0, 1, 31, 32, 33, 1000, 50_003})
  void rounding_is_that_of_single_values_with_ties_and_nan(int n) {
    var random = new Random(n);
    float[] floats = new float[BEFORE + n];
    for (int i = 0; i < floats.length; i++) {
      int bits = random.nextInt();
      floats[i] =
          Float.intBitsToFloat(
              switch (i % 3) {
                case 0 -> bits & 0xFFFF_0000 | 0x8000;
                case 1 -> bits | 0x7F80_0000;
                default -> bits;
              });
    }
    short[] halves = new short[n + 2];
    short[] expected = new short[n + 2];
    for (int i = 0; i < n; i++) {
      expected[1 + i] = BFloat16.floatToBfloat16(floats[BEFORE + i]);
    }

    transfers.round(floats, BEFORE, halves, 1, n);

    assertThat(halves).isEqualTo(expected);
  }

  @ParameterizedTest(name = "length={0}")
  @ValueSource(ints = {0, 1, 63, 64, 65, 1000})
  void bytes_become_ints_with_or_without_their_sign_and_ints_their_lowest_bytes(int n) {
    byte[] bytes = new byte[BEFORE + n];
    new Random(n).nextBytes(bytes);
    int[] signed = new int[n + 2];
    int[] unsigned = new int[n + 2];
    byte[] again = new byte[n + 2];

    transfers.widen(bytes, BEFORE, -1, signed, 1, n);
    transfers.widen(bytes, BEFORE, 0xFF, unsigned, 1, n);
    transfers.narrow(unsigned, 1, again, 1, n);

    for (int i = 0; i < n; i++) {
      assertThat(signed[1 + i]).isEqualTo(bytes[BEFORE + i]);
      assertThat(unsigned[1 + i]).isEqualTo(bytes[BEFORE + i] & 0xFF);
      assertThat(again[1 + i]).isEqualTo(bytes[BEFORE + i]);
    }
    assertThat(new int[] {signed[0], signed[n + 1], unsigned[n + 1], again[0], again[n + 1]})
        .containsOnly(0);
  }
}
