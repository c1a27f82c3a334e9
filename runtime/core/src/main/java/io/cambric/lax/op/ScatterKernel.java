package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import io.cambric.lax.dims.ScatterKind;

/**
 * Combines runs of row-major updates with the elements at their places.
 *
 * <p>Each element takes its updates in order, so threads divide elements and not updates. They do
 * so where runs are equal or disjoint.
 */
final class ScatterKernel {

  /** Elements of updates that are worth another thread. */
  private static final long GRAIN = 1 << 14;

  /** Pieces of the result: each has its thread look at all places. */
  private static final int PIECES = 8;

  /** Runs below this are done before a kernel would have been called. */
  private static final int SHORT = 16;

  private ScatterKernel() {}

  static void run(
      Kernels kernels, ScatterKind kind, IndexedWindows windows, Operand updates, Operand out) {
    int run = windows.run();
    int end = 0;
    boolean apart = true;
    for (int start : windows.starts()) {
      end = Math.max(end, start + run);
      apart &= start == IndexedWindows.OUTSIDE || start % run == 0;
    }
    if (!apart || run < SHORT || (long) run * windows.starts().length < 2 * GRAIN) {
      run(kernels, kind, windows, updates, out, 0, end);
      return;
    }
    int piece = ((end / run - 1) / PIECES + 1) * run;
    int last = end;
    Parallel.forRange(
        (end - 1) / piece + 1,
        1,
        (from, to) ->
            run(kernels, kind, windows, updates, out, from * piece, Math.min(to * piece, last)));
  }

  /** Combines what begins in a part of the result. */
  private static void run(
      Kernels kernels,
      ScatterKind kind,
      IndexedWindows windows,
      Operand updates,
      Operand out,
      int first,
      int end) {
    var source = updates.buffer();
    var result = out.buffer();
    int run = windows.run();
    int from = updates.offset();
    for (int start : windows.starts()) {
      if (start >= first && start < end) {
        int to = out.offset() + start;
        if (kind == ScatterKind.SET) {
          result.copyFrom(to, source, from, run);
        } else if (kind == ScatterKind.ADD && result.dtype() == DType.F32) {
          add(kernels, source.floats(), from, result.floats(), to, run);
        } else {
          combine(kind, source, from, result, to, run);
        }
      }
      from += run;
    }
  }

  private static void add(
      Kernels kernels, float[] source, int from, float[] result, int to, int count) {
    if (count >= SHORT) {
      kernels.add(source, from, result, to, count);
    } else {
      for (int i = 0; i < count; i++) {
        result[to + i] += source[from + i];
      }
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
        LongArithmetic.store(result, to + i, combine(kind, dtype, result.getLong(to + i), update));
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
    boolean less = LongArithmetic.compare(dtype, update, old) < 0;
    return switch (kind) {
      case SET -> update;
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> less ? update : old;
      case MAX -> less ? old : update;
    };
  }
}
