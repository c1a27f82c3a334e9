package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;

/** Copies runs of elements from their places to a row-major result. */
final class GatherKernel {

  /** Elements that are worth another thread. */
  private static final int GRAIN = 1 << 14;

  /** Single elements that are worth another thread: each may be far from the one before it. */
  private static final int FAR = 1 << 12;

  private GatherKernel() {}

  static void run(IndexedWindows windows, Operand x, Operand out, double fill) {
    var source = x.buffer();
    var result = out.buffer();
    int[] starts = windows.starts();
    if (windows.run() == 1 && source.dtype().bytes() == 4 && !hasOutside(starts)) {
      Parallel.forRange(
          starts.length,
          FAR,
          (from, to) -> {
            if (source.dtype().isFloating()) {
              singles(source.floats(), x.offset(), starts, result.floats(), out.offset(), from, to);
            } else {
              singles(source.ints(), x.offset(), starts, result.ints(), out.offset(), from, to);
            }
          });
      return;
    }
    int run = windows.run();
    Parallel.forRange(
        starts.length,
        Math.max(1, GRAIN / Math.max(1, run)),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int at = out.offset() + i * run;
            if (starts[i] == IndexedWindows.OUTSIDE) {
              fill(result, at, run, fill);
            } else {
              result.copyFrom(at, source, x.offset() + starts[i], run);
            }
          }
        });
  }

  private static boolean hasOutside(int[] starts) {
    for (int start : starts) {
      if (start == IndexedWindows.OUTSIDE) {
        return true;
      }
    }
    return false;
  }

  private static void fill(Buffer result, int at, int count, double value) {
    for (int i = 0; i < count; i++) {
      result.setDouble(at + i, value);
    }
  }

  private static void singles(
      float[] source, int offset, int[] starts, float[] result, int at, int from, int to) {
    for (int i = from; i < to; i++) {
      result[at + i] = source[offset + starts[i]];
    }
  }

  private static void singles(
      int[] source, int offset, int[] starts, int[] result, int at, int from, int to) {
    for (int i = from; i < to; i++) {
      result[at + i] = source[offset + starts[i]];
    }
  }
}
