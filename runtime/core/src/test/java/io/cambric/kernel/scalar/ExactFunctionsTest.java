package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.FloatEdges;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms of Java's operators for vectors, against these operators. */
class ExactFunctionsTest {

  private static final int CASES = 300_000;

  private static final int[] EDGES = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    255,
    256,
    1 << 23,
    (1 << 24) - 1,
    (1 << 24) + 1,
    1 << 30,
    0x7FFFFFBF,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE - 1,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 1,
    -1 << 24
  };

  static LongStream seeds() {
    return Seeds.of(20);
  }

  /** {@return an edge, or a number of any size} */
  private static int draw(Random random) {
    return random.nextInt(3) == 0
        ? EDGES[random.nextInt(EDGES.length)]
        : random.nextInt() >> random.nextInt(32);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void quotients_and_remainders_of_ints_are_those_of_Java(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      int x = draw(random);
      int y = draw(random);
      assertThat(ExactFunctions.divide(x, y)).as("%d / %d", x, y).isEqualTo(y == 0 ? -1 : x / y);
      assertThat(ExactFunctions.remainder(x, y)).as("%d %% %d", x, y).isEqualTo(y == 0 ? x : x % y);
      assertThat(ExactFunctions.divideUnsigned(x, y))
          .as("%d / %d, unsigned", x, y)
          .isEqualTo(y == 0 ? -1 : Integer.divideUnsigned(x, y));
      assertThat(ExactFunctions.remainderOfUnsigned(x, y))
          .as("%d %% %d, unsigned", x, y)
          .isEqualTo(y == 0 ? x : Integer.remainderUnsigned(x, y));
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void conversions_between_floats_and_unsigned_ints_round_once_and_saturate(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      int x = draw(random);
      assertThat(ExactFunctions.floatOfUnsigned(x)).isEqualTo(Integer.toUnsignedLong(x));
      float y = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : x;
      assertThat(ExactFunctions.unsignedOfFloat(y))
          .as("the unsigned int of %s", y)
          .isEqualTo((int) Math.clamp((long) y, 0L, 0xFFFF_FFFFL));
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void remainders_of_floats_are_those_of_Java_where_quotients_are_not_huge(long seed) {
    var random = new Random(seed);
    float[] edges = FloatEdges.all();
    int reducible = 0;
    for (int i = 0; i < CASES; i++) {
      float x = i % 3 == 0 ? edges[random.nextInt(edges.length)] : any(random);
      float y = i % 4 == 0 ? edges[random.nextInt(edges.length)] : any(random);
      if (ExactFunctions.isReducible(x, y)) {
        reducible++;
        assertThat(Float.valueOf(ExactFunctions.reducedRemainder(x, y)))
            .as("%s %% %s", x, y)
            .isEqualTo((Float) (x % y));
      }
    }
    assertThat(reducible).isGreaterThan(CASES / 4);
  }

  /** {@return a float of any size, or a small multiple of a quarter} */
  private static float any(Random random) {
    return random.nextBoolean()
        ? Float.intBitsToFloat(random.nextInt())
        : random.nextInt(-400, 400) / 4f * (random.nextBoolean() ? 1 : 1.0000001f);
  }
}
