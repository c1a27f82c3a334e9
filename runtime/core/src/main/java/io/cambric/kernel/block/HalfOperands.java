package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;

/**
 * Operands of half types for kernels of f32. The operands are widened to floats, which is exact.
 * The kernel sums in f32 and its result is rounded once, as in the CPU kernels of XLA.
 *
 * <p>Positions and strides do not change, so the kernel handles any layout.
 */
public final class HalfOperands {

  /** The least number of elements that a thread converts. */
  private static final int GRAIN = 1 << 14;

  private HalfOperands() {}

  /** {@return whether a dtype has 16 bits and kernels widen it} */
  public static boolean areWidened(DType dtype) {
    return dtype == DType.BF16 || dtype == DType.F16;
  }

  /** {@return the operand as floats in scratch memory} */
  public static Operand widened(
      NarrowTransfers halves, Operand operand, int[] dims, Scratch scratch) {
    var range = Range.of(operand, dims);
    float[] floats = scratch.floats(range.length);
    Parallel.forRange(
        range.length,
        GRAIN,
        (from, to) ->
            halves.load(operand.buffer(), range.first + from, 0, 1, 1, to - from, floats, from));
    return range.at(floats, operand);
  }

  /** {@return memory for a result in floats, in scratch memory} */
  public static Operand blank(Operand result, int[] dims, Scratch scratch) {
    var range = Range.of(result, dims);
    return range.at(scratch.floats(range.length), result);
  }

  /** Rounds a result of floats, made by {@link #blank}, to the elements of a half type. */
  public static void round(NarrowTransfers halves, Operand floats, Operand result, int[] dims) {
    var range = Range.of(result, dims);
    if (result.isDense(dims)) {
      Parallel.forRange(
          range.length,
          GRAIN,
          (from, to) ->
              store(halves, floats, from, result.buffer(), range.first + from, to - from));
      return;
    }
    int shift = floats.offset() - result.offset();
    int[] index = new int[dims.length - 1];
    int columns = dims[dims.length - 1];
    int stride = result.strides()[dims.length - 1];
    int together = stride == 1 ? columns : 1;
    for (boolean more = range.length > 0; more; more = advance(index, dims)) {
      int row = result.offset();
      for (int axis = 0; axis < index.length; axis++) {
        row += index[axis] * result.strides()[axis];
      }
      for (int j = 0; j < columns; j += together) {
        int at = row + j * stride;
        store(halves, floats, at + shift, result.buffer(), at, together);
      }
    }
  }

  private static void store(
      NarrowTransfers halves, Operand floats, int from, Buffer target, int position, int n) {
    halves.store(floats.buffer().floats(), from, target, position, 0, 1, 1, n);
  }

  /** Advances to the next row, and returns whether there is one. */
  private static boolean advance(int[] index, int[] dims) {
    for (int axis = index.length - 1; axis >= 0; axis--) {
      if (++index[axis] < dims[axis]) {
        return true;
      }
      index[axis] = 0;
    }
    return false;
  }

  /**
   * The range of elements in a buffer that contains an operand.
   *
   * @param first position of the first element
   */
  private record Range(int first, int length) {

    static Range of(Operand operand, int[] dims) {
      int low = operand.offset();
      int high = low;
      for (int axis = 0; axis < dims.length; axis++) {
        if (dims[axis] == 0) {
          return new Range(operand.offset(), 0);
        }
        int reach = (dims[axis] - 1) * operand.strides()[axis];
        low += Math.min(reach, 0);
        high += Math.max(reach, 0);
      }
      return new Range(low, high - low + 1);
    }

    Operand at(float[] floats, Operand operand) {
      return new Operand(Buffer.wrap(floats), operand.offset() - first, operand.strides());
    }
  }
}
