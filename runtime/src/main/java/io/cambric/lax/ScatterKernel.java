package io.cambric.lax;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;

/** Combines runs of row-major updates with the elements at their places, in order. */
final class ScatterKernel {

  private ScatterKernel() {}

  static void run(ScatterKind kind, IndexedWindows windows, Operand updates, Operand out) {
    var source = updates.buffer();
    var result = out.buffer();
    int run = windows.run();
    int from = updates.offset();
    for (int start : windows.starts()) {
      if (start != IndexedWindows.OUTSIDE) {
        int to = out.offset() + start;
        if (kind == ScatterKind.SET) {
          result.copyFrom(to, source, from, run);
        } else if (kind == ScatterKind.ADD && result.dtype() == DType.F32) {
          add(source.floats(), from, result.floats(), to, run);
        } else {
          combine(kind, source, from, result, to, run);
        }
      }
      from += run;
    }
  }

  private static void add(float[] source, int from, float[] result, int to, int count) {
    for (int i = 0; i < count; i++) {
      result[to + i] += source[from + i];
    }
  }

  private static void combine(
      ScatterKind kind, Buffer source, int from, Buffer result, int to, int count) {
    var dtype = result.dtype();
    for (int i = 0; i < count; i++) {
      if (dtype.isFloating()) {
        double update = source.getDouble(from + i);
        result.setDouble(to + i, combine(kind, result.getDouble(to + i), update));
      } else {
        long update = source.getLong(from + i);
        Integers.store(result, to + i, combine(kind, dtype, result.getLong(to + i), update));
      }
    }
  }

  private static double combine(ScatterKind kind, double old, double update) {
    return switch (kind) {
      case SET -> update;
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> Math.min(old, update);
      case MAX -> Math.max(old, update);
    };
  }

  private static long combine(ScatterKind kind, DType dtype, long old, long update) {
    boolean less = Integers.compare(dtype, update, old) < 0;
    return switch (kind) {
      case SET -> update;
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> less ? update : old;
      case MAX -> less ? old : update;
    };
  }
}
