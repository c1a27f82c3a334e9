package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The place of the largest or smallest element along an axis. */
class ArgFoldTest {

  private static final List<Kernels> KERNELS = List.of(Compiled.kernels(), new PlainKernels());

  static LongStream seeds() {
    return Seeds.of(120);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void the_first_of_equals_is_found_or_the_first_nan_in_any_layout(long seed) {
    var random = new Random(seed);
    var dtype = DType.values()[random.nextInt(DType.values().length)];
    int rank = 1 + random.nextInt(3);
    int[] dims = KernelOperands.dims(rank, random.nextBoolean() ? 6 : 40, random);
    dims[rank - 1] = 1 + random.nextInt(random.nextInt(4) == 0 ? 5000 : 90);
    var x = KernelOperands.operand(dtype, dims, true, random);
    boolean max = random.nextBoolean();
    int[] kept = Arrays.copyOf(dims, rank - 1);
    for (var kernels : KERNELS) {
      Threads.with(
          1 + random.nextInt(3),
          () -> {
            var found = Operand.dense(Buffer.allocate(DType.I32, points(kept)), Shape.of(kept));

            kernels.argReduce(max, dtype, dims, x, found);

            for (int[] point : KernelOperands.points(kept)) {
              int place = found.buffer().ints()[KernelOperands.position(found, point)];
              assertThat(place)
                  .as("%s %s at %s", dtype, Arrays.toString(dims), Arrays.toString(point))
                  .isEqualTo(firstBest(max, x, point, dims[rank - 1]));
            }
          });
    }
  }

  private static int points(int[] dims) {
    return Arrays.stream(dims).reduce(1, (a, b) -> a * b);
  }

  private static int firstBest(boolean max, Operand x, int[] row, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
      if (isBetter(max, x.buffer(), position(x, row, i), position(x, row, best))) {
        best = i;
      }
    }
    return best;
  }

  private static int position(Operand x, int[] row, int i) {
    int[] point = Arrays.copyOf(row, row.length + 1);
    point[row.length] = i;
    return KernelOperands.position(x, point);
  }

  private static boolean isBetter(boolean max, Buffer x, int later, int earlier) {
    if (x.dtype().isFloating()) {
      double a = x.getDouble(later);
      double b = x.getDouble(earlier);
      return !Double.isNaN(b) && (Double.isNaN(a) || (max ? a > b : a < b));
    }
    int order =
        x.dtype() == DType.U64
            ? Long.compareUnsigned(x.getLong(later), x.getLong(earlier))
            : Long.compare(x.getLong(later), x.getLong(earlier));
    return max ? order > 0 : order < 0;
  }
}
