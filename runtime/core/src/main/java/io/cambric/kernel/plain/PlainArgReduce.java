package io.cambric.kernel.plain;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.block.Transfers;
import io.cambric.kernel.thread.Parallel;

/** Plain kernels for the index of the largest or smallest element of each row. */
final class PlainArgReduce {

  private PlainArgReduce() {}

  static void run(boolean max, DType dtype, int[] dims, Operand input, Operand output) {
    int kept = dims.length - 1;
    int n = dims[kept];
    int stride = input.strides()[kept];
    var rows = StridedIndex.of(dims, kept, input);
    var results = StridedIndex.of(dims, kept, output);
    Parallel.forRange(
        rows.count(),
        Math.max(1, (1 << 15) / Math.max(1, n)),
        (from, to) -> {
          Object lane = Lane.of(dtype).allocate(n);
          for (int row = from; row < to; row++) {
            Transfers.load(input.buffer(), rows.position(row), 0, 1, stride, n, lane, 0);
            store(output.buffer(), results.position(row), search(max, dtype, lane, n));
          }
        });
  }

  private static void store(Buffer target, int position, int index) {
    target.setLong(position, index);
  }

  private static int search(boolean max, DType dtype, Object lane, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
      boolean better =
          switch (lane) {
            case float[] a -> wins(max, a[i], a[best]);
            case double[] a -> wins(max, a[i], a[best]);
            case int[] a ->
                dtype == DType.U32
                    ? Integer.compareUnsigned(max ? a[i] : a[best], max ? a[best] : a[i]) > 0
                    : max ? a[i] > a[best] : a[i] < a[best];
            case long[] a ->
                dtype == DType.U64
                    ? Long.compareUnsigned(max ? a[i] : a[best], max ? a[best] : a[i]) > 0
                    : max ? a[i] > a[best] : a[i] < a[best];
            default -> throw new AssertionError(lane);
          };
      if (better) {
        best = i;
      }
    }
    return best;
  }

  /** {@return whether a later element replaces the best earlier one; a NaN beats numbers} */
  static boolean wins(boolean max, double candidate, double best) {
    if (Double.isNaN(best)) {
      return false;
    }
    return Double.isNaN(candidate) || (max ? candidate > best : candidate < best);
  }
}
