package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Running sums and products of halves along many lines: the bits of those along each line. */
class LowPrecisionLinesTest {

  private static final int OFFSET = 3;

  static LongStream seeds() {
    return Seeds.of(40);
  }

  private static Buffer draw(DType dtype, int n, Random random) {
    var buffer = Buffer.allocate(dtype, OFFSET + n);
    for (int i = 0; i < OFFSET + n; i++) {
      buffer.setDouble(i, random.nextGaussian());
    }
    return buffer;
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void lines_together_have_the_bits_of_each_line_alone(long seed) {
    var random = new Random(seed);
    var dtype = random.nextBoolean() ? DType.BF16 : DType.F16;
    boolean product = random.nextBoolean();
    int matrices = 1 + random.nextInt(3);
    int n = 1 + random.nextInt(random.nextBoolean() ? 50 : 600);
    int m = 1 + random.nextInt(9);
    int all = matrices * n * m;
    var x = draw(dtype, all, random);
    var down = Buffer.allocate(dtype, all);
    var along = Buffer.allocate(dtype, all);
    var lines = new LowPrecisionLines(new PlainKernels(), dtype, product);

    lines.alongColumns(
        new Operand(x, OFFSET, new int[0]), new Operand(down, 0, new int[0]), matrices, n, m);
    lines.alongRows(
        new Operand(x, OFFSET, new int[0]), new Operand(along, 0, new int[0]), matrices * m, n);

    var scan = new LowPrecisionScan(dtype, product, false);
    for (int line = 0; line < matrices * m; line++) {
      check(scan, x, down, line / m * n * m + line % m, m, n);
      check(scan, x, along, line * n, 1, n);
    }
  }

  private static void check(
      LowPrecisionScan scan, Buffer x, Buffer result, int start, int step, int n) {
    float[] expected = new float[n];
    for (int i = 0; i < n; i++) {
      expected[i] = (float) x.getDouble(OFFSET + start + i * step);
    }
    scan.run(expected, n);
    for (int i = 0; i < n; i++) {
      assertThat((float) result.getDouble(start + i * step)).isEqualTo(expected[i]);
    }
  }
}
