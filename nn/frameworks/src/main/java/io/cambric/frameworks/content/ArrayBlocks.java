package io.cambric.frameworks.content;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * An array in the making, out of blocks with row-major elements; mutable, for one thread. Elements
 * outside of all blocks are 0.
 */
public final class ArrayBlocks {

  /** A buffer over a segment is limited to the largest int, so pieces are copied. */
  private static final int PIECE_BYTES = 1 << 20;

  private final ShapedArray aval;
  private final Buffer buffer;

  /**
   * Reserves the elements.
   *
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for them
   */
  public ArrayBlocks(ShapedArray aval) {
    this.aval = aval;
    this.buffer = HeapRoom.allocate(aval);
  }

  /** Copies the elements of the whole array. */
  public void put(MemorySegment elements, ByteOrder order) {
    copy(elements, order, 0, 0, buffer.length());
  }

  /**
   * Copies a block, except for its elements outside of the array.
   *
   * @param begins the index of its first element along each axis
   * @param sizes of the block
   */
  public void put(MemorySegment block, ByteOrder order, int[] begins, int[] sizes) {
    int[] dims = aval.shape().toArray();
    int[] counts = new int[dims.length];
    for (int axis = 0; axis < dims.length; axis++) {
      counts[axis] = Math.min(sizes[axis], dims[axis] - begins[axis]);
      if (counts[axis] <= 0) {
        return;
      }
    }
    // Elements that are neighbours in the block and in the array are copied at once.
    int outer = dims.length;
    int run = 1;
    boolean whole = true;
    while (outer > 0 && whole) {
      outer--;
      run *= counts[outer];
      whole = sizes[outer] == dims[outer];
    }
    int[] index = new int[outer];
    int moved;
    do {
      copy(block, order, offset(index, sizes), place(index, begins, dims), run);
      moved = next(index, counts);
    } while (moved >= 0);
  }

  /** Moves to the next index; {@return the moved axis, -1 after the last index} */
  private static int next(int[] index, int[] counts) {
    int axis = index.length - 1;
    while (axis >= 0 && ++index[axis] == counts[axis]) {
      index[axis--] = 0;
    }
    return axis;
  }

  /** {@return the position in a block of the first element at an index of its outer axes} */
  private static long offset(int[] index, int[] sizes) {
    long offset = 0;
    for (int axis = 0; axis < sizes.length; axis++) {
      offset = offset * sizes[axis] + (axis < index.length ? index[axis] : 0);
    }
    return offset;
  }

  /** {@return the position in the array of that element} */
  private static int place(int[] index, int[] begins, int[] dims) {
    int place = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      place = place * dims[axis] + begins[axis] + (axis < index.length ? index[axis] : 0);
    }
    return place;
  }

  private void copy(MemorySegment from, ByteOrder order, long offset, int place, int count) {
    int width = aval.dtype().bytes();
    for (int done = 0; done < count; ) {
      int next = Math.min(PIECE_BYTES / width, count - done);
      var piece = from.asSlice((offset + done) * width, (long) next * width);
      buffer.read(piece.asByteBuffer().order(order), place + done, next);
      done += next;
    }
  }

  /**
   * {@return the array; no block may follow}
   *
   * @param what the array is, as the subject of messages
   * @throws DataException if an element of dtype bool is neither 0 nor 1
   */
  public NdArray array(String what) {
    if (aval.dtype() == DType.BOOL) {
      for (byte value : buffer.bytes()) {
        if ((value & ~1) != 0) {
          throw new DataException(
              "%s needs elements 0 or 1 for its dtype bool, but has %d. Fetch or write it again."
                  .formatted(what, value & 0xff));
        }
      }
    }
    return NdArray.of(aval, buffer);
  }
}
