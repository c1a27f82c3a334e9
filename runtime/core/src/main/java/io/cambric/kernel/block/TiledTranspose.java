package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tiled transposition: copies an operand into the order of the iteration by square tiles. A plain
 * loop reads along one axis and writes along another, and would fetch a cache line per element.
 */
final class TiledTranspose {

  private static final int TILE = 16;

  /** Below this many points a plain loop stays in the cache. */
  private static final int MIN_POINTS = 1 << 12;

  private static final int GRAIN = 1 << 15;

  private final int[] dims;
  private final int fast;
  private final int last;

  private TiledTranspose(int[] dims, int fast, int last) {
    this.dims = dims;
    this.fast = fast;
    this.last = last;
  }

  /** {@return the inputs, with dense copies in place of transposed ones} */
  static List<Operand> straightened(int[] dims, List<Operand> inputs) {
    if (points(dims) < MIN_POINTS) {
      return inputs;
    }
    List<Operand> result = inputs;
    for (int i = 0; i < inputs.size(); i++) {
      var input = inputs.get(i);
      var plan = of(dims, input);
      if (plan != null) {
        result = result == inputs ? new ArrayList<>(inputs) : result;
        result.set(i, plan.copy(input));
      }
    }
    return result;
  }

  /** {@return whether the input was copied to the output; if not, nothing was written} */
  static boolean copy(int[] dims, Operand input, Operand output) {
    var plan = of(dims, input);
    if (plan == null || input.buffer().dtype() != output.buffer().dtype()) {
      return false;
    }
    plan.copy(input, output);
    return true;
  }

  private static @Nullable TiledTranspose of(int[] dims, Operand operand) {
    int last = -1;
    int fast = -1;
    for (int d = 0; d < dims.length; d++) {
      if (dims[d] > 1) {
        last = d;
        if (operand.strides()[d] == 0) {
          return null;
        }
        fast = operand.strides()[d] == 1 ? d : fast;
      }
    }
    boolean worth =
        points(dims) >= MIN_POINTS
            && fast >= 0
            && fast != last
            && dims[fast] >= TILE / 2
            && dims[last] >= TILE / 2;
    return worth ? new TiledTranspose(dims, fast, last) : null;
  }

  private static long points(int[] dims) {
    long points = 1;
    for (int dim : dims) {
      points *= dim;
    }
    return points;
  }

  private Operand copy(Operand input) {
    int[] strides = new int[dims.length];
    int length = 1;
    for (int d = dims.length - 1; d >= 0; d--) {
      strides[d] = length;
      length *= dims[d];
    }
    var dense = new Operand(Buffer.allocate(input.buffer().dtype(), length), 0, strides);
    copy(input, dense);
    return dense;
  }

  private void copy(Operand from, Operand to) {
    int[] outer = dims.clone();
    outer[fast] = 1;
    outer[last] = (dims[last] - 1) / TILE + 1;
    var sources = StridedIndex.of(outer, outer.length, scaled(from));
    var targets = StridedIndex.of(outer, outer.length, scaled(to));
    Parallel.forRange(
        sources.count(),
        Math.max(1, GRAIN / (TILE * dims[fast])),
        (first, end) -> {
          for (int i = first; i < end; i++) {
            // The number of the tile along the last axis.
            int block = i / inner(outer) % outer[last];
            int rows = Math.min(TILE, dims[last] - block * TILE);
            copyTiles(from, sources.position(i), to, targets.position(i), rows);
          }
        });
  }

  /** The product of the dims after the last one that is tiled. */
  private int inner(int[] outer) {
    int product = 1;
    for (int d = last + 1; d < outer.length; d++) {
      product *= outer[d];
    }
    return product;
  }

  private Operand scaled(Operand operand) {
    int[] strides = operand.strides().clone();
    strides[last] *= TILE;
    return new Operand(operand.buffer(), operand.offset(), strides);
  }

  private void copyTiles(Operand from, int s, Operand to, int t, int rows) {
    Object source = from.buffer().storage();
    Object target = to.buffer().storage();
    Object tile = Buffer.allocate(from.buffer().dtype(), TILE * TILE).storage();
    int step = from.strides()[last];
    int along = to.strides()[fast];
    int across = to.strides()[last];
    for (int j = 0; j < dims[fast]; j += TILE) {
      int columns = Math.min(TILE, dims[fast] - j);
      // Through a separate tile each line of either array is loaded once. Rows at a distance of a
      // power of two would evict each other from the cache.
      transposeTile(source, s + j, step, tile, rows, columns);
      for (int c = 0; c < columns; c++) {
        int at = t + (j + c) * along;
        if (across == 1) {
          System.arraycopy(tile, c * TILE, target, at, rows);
        } else {
          for (int i = 0; i < rows; i++) {
            System.arraycopy(tile, c * TILE + i, target, at + i * across, 1);
          }
        }
      }
    }
  }

  /** Writes contiguous rows of the source as columns of a tile. */
  private static void transposeTile(
      Object source, int s, int step, Object tile, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      int from = s + i * step;
      switch (source) {
        case float[] a -> {
          float[] b = (float[]) tile;
          for (int j = 0; j < columns; j++) {
            b[j * TILE + i] = a[from + j];
          }
        }
        case double[] a -> {
          double[] b = (double[]) tile;
          for (int j = 0; j < columns; j++) {
            b[j * TILE + i] = a[from + j];
          }
        }
        case int[] a -> {
          int[] b = (int[]) tile;
          for (int j = 0; j < columns; j++) {
            b[j * TILE + i] = a[from + j];
          }
        }
        case long[] a -> {
          long[] b = (long[]) tile;
          for (int j = 0; j < columns; j++) {
            b[j * TILE + i] = a[from + j];
          }
        }
        case short[] a -> {
          short[] b = (short[]) tile;
          for (int j = 0; j < columns; j++) {
            b[j * TILE + i] = a[from + j];
          }
        }
        case byte[] a -> {
          byte[] b = (byte[]) tile;
          for (int j = 0; j < columns; j++) {
            b[j * TILE + i] = a[from + j];
          }
        }
        default -> throw new AssertionError(source.getClass());
      }
    }
  }
}
