package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import org.jspecify.annotations.Nullable;

/**
 * The loads and stores of a {@link BlockRunner}. They copy the points of a block between strided
 * operands and block temporaries, in as few and as large pieces as possible. Mutable; used by one
 * thread.
 */
final class BlockMoves {

  private final IterationSpace space;
  private final Block block;
  private final Object[] arrays;
  private final NarrowTransfers halves;

  /** The index of the first point of the block. */
  private final int[] first;

  private final int[] index;

  /**
   * Creates the moves of a block.
   *
   * @param arrays for each value, the array that it is loaded into
   * @param halves converts values of bf16
   */
  BlockMoves(IterationSpace space, Block block, Object[] arrays, NarrowTransfers halves) {
    this.space = space;
    this.block = block;
    this.arrays = arrays;
    this.halves = halves;
    this.first = new int[space.rank()];
    this.index = new int[space.rank()];
  }

  /** Sets the first point of the block. */
  void startAt(long point) {
    find(point, first);
  }

  /** {@return the position of the first point of the block in an operand} */
  int position(int number, Operand operand) {
    return position(number, operand.offset(), first);
  }

  /** {@return the position of a point in an operand} */
  int position(int number, Operand operand, long point) {
    find(point, index);
    return position(number, operand.offset(), index);
  }

  /** Loads {@code n} points of a value. */
  void load(int number, Operand operand, int value, int n) {
    walk(number, operand.buffer(), operand.offset(), value, false, n);
  }

  /** Stores {@code n} points of a value. */
  void store(int number, Operand operand, int value, int n) {
    walk(number, operand.buffer(), operand.offset(), value, true, n);
  }

  /** Sets a value to the indices of {@code n} points. */
  void ramp(int number, int value, int n) {
    walk(number, null, 0, value, false, n);
  }

  private void find(long point, int[] to) {
    long rest = point;
    for (int d = to.length - 1; d > 0; d--) {
      to[d] = (int) (rest % space.dim(d));
      rest /= space.dim(d);
    }
    if (to.length > 0) {
      to[0] = (int) rest;
    }
  }

  private int position(int operand, int offset, int[] at) {
    int position = offset;
    for (int d = 0; d < at.length; d++) {
      position += at[d] * space.stride(operand, d);
    }
    return position;
  }

  private void walk(
      int operand, @Nullable Buffer buffer, int offset, int value, boolean store, int n) {
    System.arraycopy(first, 0, index, 0, index.length);
    int position = position(operand, offset, index);
    int last = space.rank() - 1;
    if (last < 0) {
      move(buffer, position, 0, 1, 0, n, value, 0, store);
      return;
    }
    int inner = space.dim(last);
    int stride = space.stride(operand, last);
    for (int done = 0; done < n; ) {
      int axis;
      int by;
      if (last > 0 && index[last] == 0 && n - done >= inner) {
        axis = last - 1;
        by = Math.min((n - done) / inner, space.dim(axis) - index[axis]);
        move(buffer, position, space.stride(operand, axis), by, stride, inner, value, done, store);
        done += by * inner;
      } else {
        axis = last;
        by = Math.min(n - done, inner - index[last]);
        move(buffer, position, 0, 1, stride, by, value, done, store);
        done += by;
      }
      position += by * space.stride(operand, axis);
      index[axis] += by;
      while (axis > 0 && index[axis] == space.dim(axis)) {
        position += space.stride(operand, axis - 1) - index[axis] * space.stride(operand, axis);
        index[axis--] = 0;
        index[axis]++;
      }
    }
  }

  private void move(
      @Nullable Buffer buffer,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns,
      int value,
      int at,
      boolean store) {
    if (buffer == null) {
      Conversions.ramp(position, rowStride, rows, stride, columns, arrays[value], at);
    } else if (store) {
      int from = block.offset(value) + at;
      halves.store(block.array(value), from, buffer, position, rowStride, rows, stride, columns);
    } else {
      halves.load(buffer, position, rowStride, rows, stride, columns, arrays[value], at);
    }
  }
}
