package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.kernel.ReduceOp;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

class ShortFoldTest {

  private static final int LONGEST = 31;
  private static final int AT = 3;

  private static float[] values() {
    var random = new SplittableRandom(7);
    var values = new float[AT + LONGEST];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-1, 1);
    }
    return values;
  }

  /** The tree of {@link LaneFold}: accumulators, the remainder to the last ones, then halves. */
  private static float folded(BinaryOperator<Float> op, float identity, float[] x, int n) {
    int width = LaneFold.width(Lane.FLOAT, n);
    var lanes = new float[width];
    Arrays.fill(lanes, identity);
    int whole = n - n % width;
    for (int i = 0; i < n; i++) {
      int lane = i < whole ? i % width : width - n + i;
      lanes[lane] = op.apply(lanes[lane], x[AT + i]);
    }
    for (int half = width / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        lanes[i] = op.apply(lanes[i], lanes[i + half]);
      }
    }
    return lanes[0];
  }

  @Test
  void a_sum_has_the_bits_of_the_tree() {
    var x = values();

    for (int n = 1; n <= LONGEST; n++) {
      assertThat(ShortFold.sum(x, AT, n)).isEqualTo(folded(Float::sum, 0, x, n));
    }
  }

  @Test
  void a_maximum_is_that_of_the_tree_and_NaN_wins() {
    var x = values();

    for (int n = 1; n <= LONGEST; n++) {
      assertThat(ShortFold.max(x, AT, n))
          .isEqualTo(folded(Math::max, Float.NEGATIVE_INFINITY, x, n));
    }
    x[AT + 5] = Float.NaN;
    assertThat(ShortFold.max(x, AT, 10)).isNaN();
  }

  @Test
  void a_sum_of_negative_zeros_is_positive_as_its_accumulators_start_at_zero() {
    var zeros = new float[LONGEST];
    Arrays.fill(zeros, -0f);

    for (int n = 1; n <= LONGEST; n++) {
      assertThat(1 / ShortFold.sum(zeros, 0, n)).isEqualTo(Float.POSITIVE_INFINITY);
    }
  }

  @Test
  void folds_of_short_runs_use_it() {
    var x = values();
    var sums = new LaneFold(new BlockOps(), ReduceOp.SUM, DType.F32);
    float[] results = new float[2];

    sums.rows(x, AT, 0, 1, 10, results, 0);
    sums.rows(x, AT, 0, 1, LONGEST, results, 1);

    assertThat(results[0]).isEqualTo(ShortFold.sum(x, AT, 10));
    assertThat(results[1]).isEqualTo(folded(Float::sum, 0, x, LONGEST));
  }
}
