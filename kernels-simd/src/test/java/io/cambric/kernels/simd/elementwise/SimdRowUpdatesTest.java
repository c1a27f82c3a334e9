package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that updates change, whole vectors and what is left of a row. */
class SimdRowUpdatesTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(40);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void rows_have_the_bits_of_plain_loops_and_those_outside_are_dropped(long seed) {
    var random = new Random(seed);
    int length = 1 + random.nextInt(70);
    int distance = length + random.nextInt(4);
    int segments = 1 + random.nextInt(5);
    int offset = random.nextInt(4);
    int[] list = new int[1 + random.nextInt(50)];
    for (int i = 0; i < list.length; i++) {
      list[i] = random.nextInt(6) == 0 ? ListedPlaces.OUTSIDE : random.nextInt(segments) * length;
    }
    int first = random.nextInt(list.length);
    var rows = new ListedRows(new ListedPlaces(list, first, list.length - first), length, distance);
    for (var dtype : List.of(DType.F32, DType.F64, DType.BF16, DType.I32)) {
      var updates = Buffer.allocate(dtype, 2 + list.length * distance);
      var start = Buffer.allocate(dtype, offset + segments * length);
      fill(updates, random);
      fill(start, random);
      for (var op : List.of(ScalarOp.ADD, ScalarOp.MUL, ScalarOp.MIN, ScalarOp.MAX)) {
        var expected = start.copyOf(0, start.length());
        var actual = start.copyOf(0, start.length());

        PLAIN.update(op, rows, updates, 2, expected, offset);
        SIMD.update(op, rows, updates, 2, actual, offset);

        assertThat(actual.storage()).as(op + " of " + dtype).isEqualTo(expected.storage());
      }
    }
  }

  private static void fill(Buffer buffer, Random random) {
    for (int i = 0; i < buffer.length(); i++) {
      boolean isNan = buffer.dtype().isFloating() && random.nextInt(200) == 0;
      buffer.setDouble(i, isNan ? Double.NaN : 3 * random.nextGaussian());
    }
  }
}
