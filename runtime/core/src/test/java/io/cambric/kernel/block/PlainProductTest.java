package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain products of f32 matrices, compared with sums over logical indices. */
class PlainProductTest {

  @ParameterizedTest(name = "{0} rows, {1} columns, {2} values of k, steps {3} and {4}")
  @CsvSource({"1, 1, 1, 1, 1", "2, 7, 4, 1, 1", "17, 300, 9, 1, 1", "5, 33, 6, 3, 2"})
  void elements_are_summed_in_order_of_k(int rows, int columns, int k, int bStep, int cStep) {
    var random = new Random(rows + columns);
    float[] a = random(random, rows * k);
    float[] b = random(random, k * columns * bStep);
    float[] c = random(random, rows * columns * cStep);
    float[] fresh = c.clone();
    float[] expected = c.clone();
    float[] sums = c.clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        int to = (i * columns + j) * cStep;
        expected[to] = 0;
        for (int p = 0; p < k; p++) {
          float x = a[p * rows + i];
          float y = b[(p * columns + j) * bStep];
          expected[to] = Math.fma(x, y, expected[to]);
          sums[to] = Math.fma(x, y, sums[to]);
        }
      }
    }

    product(false, k, a, rows, b, bStep, fresh, cStep, columns).run(rows, columns);
    product(true, k, a, rows, b, bStep, c, cStep, columns).run(rows, columns);

    assertThat(fresh).isEqualTo(expected);
    assertThat(c).isEqualTo(sums);
  }

  private static PlainProduct product(
      boolean extend,
      int k,
      float[] a,
      int rows,
      float[] b,
      int bStep,
      float[] c,
      int cStep,
      int columns) {
    return new PlainProduct(
        extend,
        k,
        Rows.of(a, 0, rows, 1),
        OffsetTables.of(k, rows),
        0,
        Rows.of(b, 0, k, columns * bStep),
        bStep,
        Rows.of(c, 0, rows, columns * cStep),
        cStep);
  }

  private static float[] random(Random random, int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }
}
