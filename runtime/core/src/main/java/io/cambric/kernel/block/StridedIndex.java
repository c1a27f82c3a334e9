package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import java.util.Arrays;

/** The positions of the elements of an operand, in row-major order of some of its dims. */
public final class StridedIndex {

  private final int[] dims;
  private final int[] strides;
  private final int offset;
  private final int count;

  private StridedIndex(int[] dims, int[] strides, int offset) {
    this.dims = dims;
    this.strides = strides;
    this.offset = offset;
    int product = 1;
    for (int dim : dims) {
      product *= dim;
    }
    count = product;
  }

  /**
   * {@return the positions over the first {@code rank} dims} Neighbouring dims are merged if
   * strides allow it, because each dim costs a division.
   */
  public static StridedIndex of(int[] dims, int rank, Operand operand) {
    int[] merged = new int[rank];
    int[] steps = new int[rank];
    int n = 0;
    for (int d = 0; d < rank; d++) {
      int stride = operand.strides()[d];
      if (n > 0 && (dims[d] == 1 || steps[n - 1] == (long) stride * dims[d])) {
        merged[n - 1] *= dims[d];
        steps[n - 1] = dims[d] == 1 ? steps[n - 1] : stride;
      } else {
        merged[n] = dims[d];
        steps[n++] = stride;
      }
    }
    return new StridedIndex(Arrays.copyOf(merged, n), steps, operand.offset());
  }

  public int count() {
    return count;
  }

  public int position(int element) {
    int position = offset;
    int rest = element;
    for (int d = dims.length - 1; d > 0; d--) {
      position += rest % dims[d] * strides[d];
      rest /= dims[d];
    }
    return dims.length == 0 ? position : position + rest * strides[0];
  }

  /**
   * Writes values of the lane of the dtype, starting at index {@code at}, as elements of a buffer.
   */
  void store(Object lane, int at, Buffer target, int first, int n) {
    int columns = dims.length == 0 ? 1 : dims[dims.length - 1];
    int stride = dims.length == 0 ? 0 : strides[dims.length - 1];
    for (int done = 0, run; done < n; done += run) {
      int element = first + done;
      run = Math.min(n - done, columns - element % columns);
      Transfers.store(lane, at + done, target, position(element), 0, 1, stride, run);
    }
  }

  /** {@return the elements in this order, contiguous in a new array of the lane of the dtype} */
  public static Object dense(int[] dims, Operand operand) {
    var lane = Lane.of(operand.buffer().dtype());
    var index = of(dims, dims.length, operand);
    Object all = lane.allocate(index.count);
    if (index.count == 0) {
      return all;
    }
    int columns = dims.length == 0 ? 1 : dims[dims.length - 1];
    int stride = dims.length == 0 ? 0 : operand.strides()[dims.length - 1];
    for (int at = 0; at < index.count; at += columns) {
      Transfers.load(operand.buffer(), index.position(at), 0, 1, stride, columns, all, at);
    }
    return all;
  }

  /** {@return the elements as doubles, contiguous} */
  public static double[] denseDoubles(int[] dims, Operand operand) {
    return switch (dense(dims, operand)) {
      case double[] a -> a;
      case float[] a -> {
        double[] wide = new double[a.length];
        for (int i = 0; i < a.length; i++) {
          wide[i] = a[i];
        }
        yield wide;
      }
      case Object other -> throw new AssertionError(other);
    };
  }

  /** {@return the integers as longs, with U32 zero-extended, contiguous} */
  public static long[] denseLongs(int[] dims, Operand operand) {
    boolean unsigned = operand.buffer().dtype() == io.cambric.array.DType.U32;
    return switch (dense(dims, operand)) {
      case long[] a -> a;
      case int[] a -> {
        long[] wide = new long[a.length];
        for (int i = 0; i < a.length; i++) {
          wide[i] = unsigned ? Integer.toUnsignedLong(a[i]) : a[i];
        }
        yield wide;
      }
      case Object other -> throw new AssertionError(other);
    };
  }

  /** {@return whether all elements of an operand of doubles are finite} */
  public static boolean areFinite(int[] dims, Operand operand) {
    var rows = of(dims, dims.length - 1, operand);
    int step = operand.strides()[dims.length - 1];
    double[] values = operand.buffer().doubles();
    for (int row = 0; row < rows.count; row++) {
      int at = rows.position(row);
      for (int i = 0; i < dims[dims.length - 1]; i++) {
        if (!Double.isFinite(values[at + i * step])) {
          return false;
        }
      }
    }
    return true;
  }
}
