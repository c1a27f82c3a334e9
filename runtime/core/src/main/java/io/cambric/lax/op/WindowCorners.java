package io.cambric.lax.op;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Operand;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.Arrays;

/**
 * The positions in the operand at which the windows of a gather or a scatter begin, for a list of
 * index vectors. A component of a vector moves a window along one axis. So do lanes, the axes that
 * operand and list share.
 */
final class WindowCorners {

  private final GatherMode mode;

  /** For each component, its range and the distance in the operand per step. */
  private final int[] lasts;

  private final int[] strides;

  /** The merged axes of the list, and the distance in the operand per step along them. */
  private final MergedAxes lanes;

  /**
   * Prepares for lists of a shape.
   *
   * @param operandStrides of the operand in memory
   * @param list shape of the list without the components
   * @param mode the treatment of windows out of bounds
   */
  WindowCorners(
      Shape operand,
      int[] operandStrides,
      Shape list,
      GatherDims dims,
      Shape sliceSizes,
      GatherMode mode) {
    this.mode = mode;
    var along = dims.startIndexMap();
    lasts = new int[along.size()];
    strides = new int[lasts.length];
    for (int k = 0; k < lasts.length; k++) {
      int axis = along.get(k);
      lasts[k] = operand.dim(axis) - sliceSizes.dim(axis);
      strides[k] = operandStrides[axis];
    }
    int[] steps = new int[list.rank()];
    for (int i = 0; i < dims.operandBatchingDims().size(); i++) {
      steps[dims.startIndicesBatchingDims().get(i)] =
          operandStrides[dims.operandBatchingDims().get(i)];
    }
    lanes = MergedAxes.of(list.toArray(), new int[steps.length], steps);
  }

  /** {@return whether all windows begin at multiples of a number} */
  boolean areMultiplesOf(int number) {
    return Arrays.stream(strides).allMatch(stride -> stride % number == 0)
        && lanes.areMultiplesOf(number);
  }

  /**
   * Writes the places of the first elements of windows, or {@link
   * io.cambric.kernel.ListedPlaces#OUTSIDE}.
   *
   * @param indices row-major
   * @param from the first index vector
   * @param n number of windows
   * @param corners receives the places, from its beginning on
   */
  void write(Operand indices, int from, int n, int[] corners) {
    int count = lasts.length;
    writeLanes(from, n, corners);
    for (int k = 0; k < count; k++) {
      int at = indices.offset() + from * count + k;
      boolean whole = indices.buffer().dtype() == DType.I32;
      if (whole && count > 1) {
        move(indices.buffer().ints(), at, count, k, corners, n);
      } else {
        // The indices get their own array, because the JIT vectorises only loops with one index.
        int[] ints =
            whole
                ? Arrays.copyOfRange(indices.buffer().ints(), at, at + n)
                : narrowed(indices, at, count, k, n);
        move(ints, 0, 1, k, corners, n);
      }
    }
  }

  private void writeLanes(int from, int n, int[] corners) {
    int step = lanes.lineStep();
    for (var line = lanes.lines(from, from + n); line.next(); ) {
      int to = line.at() - from;
      int start = line.place();
      for (int i = 0; i < line.length(); i++) {
        corners[to + i] = start + i * step;
      }
    }
  }

  /** Moves positions by a component. */
  private void move(int[] indices, int at, int distance, int k, int[] corners, int n) {
    int last = lasts[k];
    int stride = strides[k];
    switch (mode) {
      case CLIP, PROMISE_IN_BOUNDS -> {
        if (distance == 1) {
          moveClipped(indices, last, stride, corners);
          return;
        }
        // Indices are kept in bounds regardless of promises, so none reads or writes outside.
        for (int i = 0; i < n; i++) {
          corners[i] += Math.max(0, Math.min(indices[at + i * distance], last)) * stride;
        }
      }
      case WRAP -> {
        for (int i = 0; i < n; i++) {
          corners[i] += Math.floorMod(indices[at + i * distance], last + 1) * stride;
        }
      }
      case FILL_OR_DROP -> {
        if (lasts.length == 1) {
          moveSingles(indices, last, stride, corners);
          return;
        }
        for (int i = 0; i < n; i++) {
          int index = indices[at + i * distance];
          int corner = corners[i];
          boolean inside = Integer.compareUnsigned(index, last) <= 0 & corner != OUTSIDE;
          corners[i] = inside ? corner + index * stride : OUTSIDE;
        }
      }
    }
  }

  // Loops with one index, which the JIT vectorises.

  private static void moveClipped(int[] indices, int last, int stride, int[] corners) {
    for (int i = 0; i < indices.length; i++) {
      corners[i] += Math.max(0, Math.min(indices[i], last)) * stride;
    }
  }

  /** Moves positions by the only component; all are still in bounds. */
  private static void moveSingles(int[] indices, int last, int stride, int[] corners) {
    for (int i = 0; i < indices.length; i++) {
      int index = indices[i];
      // All bits are set if an index is below 0 or above the last one.
      int outside = (index | last - index) >> 31;
      corners[i] = corners[i] + index * stride & ~outside | OUTSIDE & outside;
    }
  }

  /**
   * {@return components as ints; components beyond the range of ints become the farthest outside,
   * or are wrapped already}
   */
  private int[] narrowed(Operand indices, int at, int distance, int k, int n) {
    int[] narrow = new int[n];
    var buffer = indices.buffer();
    for (int i = 0; i < n; i++) {
      long index = buffer.getLong(at + i * distance);
      narrow[i] =
          mode == GatherMode.WRAP
              ? (int) Math.floorMod(index, lasts[k] + 1L)
              : (int) Math.clamp(index, Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
    }
    return narrow;
  }
}
