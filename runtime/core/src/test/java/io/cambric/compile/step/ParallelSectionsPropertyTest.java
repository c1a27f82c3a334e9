package io.cambric.compile.step;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random chains over square matrices of small whole numbers. Some chains read the argument of
 * another one, and some return values on their way. Sums are exact in any order.
 */
class ParallelSectionsPropertyTest {

  private static final int RUNS = 5;

  static LongStream seeds() {
    return Seeds.of(40);
  }

  private static List<Array> arguments(long seed) {
    var random = Seeds.generator(seed);
    int chains = random.nextInt(4, 44);
    return IntStream.range(0, chains)
        .<Array>mapToObj(i ->
            TestArrays.whole(random, DType.F32, Shape.of(48 + 8 * (i % 3), 48 + 8 * (i % 3)), 2))
        .toList();
  }

  private static List<Array> chains(long seed, List<Array> x) {
    var random = Seeds.generator(seed);
    var results = new ArrayList<Array>();
    for (int i = 0; i < x.size(); i++) {
      var other = x.get(random.nextInt(4) == 0 ? (i + 3) % x.size() : i);
      var value = x.get(i);
      int steps = random.nextInt(2, 7);
      for (int step = 0; step < steps; step++) {
        value = Numpy.clip(next(random, value, other), -3, 3);
        if (random.nextInt(5) == 0) {
          results.add(value);
        }
      }
      results.add(value);
    }
    return results;
  }

  private static Array next(RandomGenerator random, Array x, Array other) {
    return switch (random.nextInt(8)) {
      case 0 -> other.shape().equals(x.shape()) ? x.add(other) : x.neg();
      case 1 -> x.mul(Numpy.sign(x.sum()));
      case 2 -> x.sub(x.max(-1).expandDims(-1));
      case 3 -> x.add(x.sum(0));
      case 4 -> x.matmul(x);
      case 5 -> x.transpose().add(x);
      case 6 -> Numpy.roll(x, 5, 0).sub(x);
      default -> x.sub(x.min());
    };
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void programs_with_sections_equal_evaluation(long seed) {
    var compiled = jit((List<Array> x) -> chains(seed, x));
    var donating = jit((List<Array> x) -> chains(seed, x)).donate(0);
    for (int run = 0; run < RUNS; run++) {
      var expected = TestArrays.exact(chains(seed, arguments(seed)));
      assertThat(TestArrays.exact(compiled.apply(arguments(seed)))).isEqualTo(expected);
      assertThat(TestArrays.exact(donating.apply(arguments(seed)))).isEqualTo(expected);
    }
  }
}
