package io.cambric.kernel.block;

import java.util.Arrays;
import java.util.List;

/**
 * An iteration space in canonical form. Dims of size 1 are dropped. Neighbouring dims are merged if
 * the strides of all operands allow it.
 *
 * <p>The space is iterated in blocks of at most {@link Block#SIZE} points, whose boundaries depend
 * on dims and strides only. A long row is split into even blocks; short rows share a block.
 */
public final class IterationSpace {

  /** Shorter rows share a block, because each block has a fixed overhead. */
  private static final int LONG_ROW = 512;

  /** The part of a space that contains all points of a block. */
  public enum Extent {
    /** A row: the innermost dim. */
    ROW,
    /** A plane: the two innermost dims. */
    PLANE,
    /** All dims. */
    SPACE
  }

  private final int[] dims;
  private final int[][] strides;
  private final long points;
  private final int blocksPerRow;
  private final int blockLength;

  private IterationSpace(int[] dims, int[][] strides) {
    this.dims = dims;
    this.strides = strides;
    long product = 1;
    for (int dim : dims) {
      product *= dim;
    }
    points = product;
    int inner = dims.length == 0 ? 1 : dims[dims.length - 1];
    if (dims.length > 1 && inner < LONG_ROW) {
      blocksPerRow = 0;
      blockLength = wholeRows(inner) * inner;
    } else {
      blocksPerRow = Math.max(1, (inner - 1) / Block.SIZE + 1);
      // With multiples of 16, only the last block of a row has a partial vector.
      blockLength = Math.min(Block.SIZE, ((inner - 1) / blocksPerRow / 16 + 1) * 16);
    }
  }

  /** {@return the number of rows in a block, if possible without partial vectors} */
  private static int wholeRows(int length) {
    int rows = Block.SIZE / Math.max(1, length);
    return rows < 16 ? rows : rows - rows % 16;
  }

  /**
   * {@return the space with these dims}
   *
   * @param strides for each operand a stride per dim
   */
  public static IterationSpace of(int[] dims, List<int[]> strides) {
    int[] merged = new int[dims.length];
    int[][] steps = new int[strides.size()][dims.length];
    int rank = 0;
    for (int d = 0; d < dims.length; d++) {
      if (dims[d] == 1) {
        continue;
      }
      if (rank > 0 && mergeable(dims[d], d, strides, steps, rank - 1)) {
        merged[rank - 1] *= dims[d];
      } else {
        merged[rank++] = dims[d];
      }
      for (int k = 0; k < steps.length; k++) {
        steps[k][rank - 1] = strides.get(k)[d];
      }
    }
    for (int k = 0; k < steps.length; k++) {
      steps[k] = Arrays.copyOf(steps[k], rank);
    }
    return new IterationSpace(Arrays.copyOf(merged, rank), steps);
  }

  private static boolean mergeable(
      int dim, int d, List<int[]> strides, int[][] steps, int previous) {
    for (int k = 0; k < steps.length; k++) {
      if (steps[k][previous] != (long) strides.get(k)[d] * dim) {
        return false;
      }
    }
    return true;
  }

  int rank() {
    return dims.length;
  }

  int dim(int d) {
    return dims[d];
  }

  int stride(int operand, int d) {
    return strides[operand][d];
  }

  long points() {
    return points;
  }

  /** {@return the number of operands} */
  int operands() {
    return strides.length;
  }

  /** {@return the outermost dim along which the points of a block may differ} */
  private int outermost(Extent extent) {
    return switch (extent) {
      case ROW -> Math.max(0, dims.length - 1);
      case PLANE -> Math.max(0, dims.length - 2);
      case SPACE -> 0;
    };
  }

  /** {@return whether the points of each block are contiguous in an operand} */
  boolean isLinear(int operand, Extent extent) {
    int expected = 1;
    int outermost = outermost(extent);
    for (int d = dims.length - 1; d >= outermost; d--) {
      if (strides[operand][d] != expected) {
        return false;
      }
      expected *= dims[d];
    }
    return true;
  }

  /**
   * {@return the distance of consecutive rows of an operand: its stride along the last dim but one}
   */
  int rowStep(int operand) {
    return dims.length < 2 ? 0 : strides[operand][dims.length - 2];
  }

  /**
   * {@return whether the points of each row are contiguous in an operand, and the rows of a block
   * are evenly spaced}
   */
  boolean isByRows(int operand, Extent extent) {
    return hasEvenRows(operand, extent) && isLinear(operand, Extent.ROW);
  }

  /** {@return whether the rows of a block are evenly spaced in an operand} */
  boolean hasEvenRows(int operand, Extent extent) {
    for (int d = outermost(extent); d < dims.length - 2; d++) {
      if (strides[operand][d] != dims[d + 1] * strides[operand][d + 1]) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether an operand has one element for all points: all strides are 0} */
  boolean isScalar(int operand) {
    for (int stride : strides[operand]) {
      if (stride != 0) {
        return false;
      }
    }
    return true;
  }

  /** {@return a space with the dims of {@code outer}, followed by the dims of {@code inner}} */
  public static IterationSpace nested(IterationSpace outer, IterationSpace inner, int operands) {
    int rank = outer.rank() + inner.rank();
    int[] dims = Arrays.copyOf(outer.dims, rank);
    System.arraycopy(inner.dims, 0, dims, outer.rank(), inner.rank());
    int[][] strides = new int[operands][];
    for (int k = 0; k < operands; k++) {
      strides[k] = Arrays.copyOf(outer.strides[k], rank);
      System.arraycopy(inner.strides[k], 0, strides[k], outer.rank(), inner.rank());
    }
    return new IterationSpace(dims, strides);
  }

  /** {@return whether each block is part of a row of the innermost dim} */
  boolean hasRowBlocks() {
    return blocksPerRow > 0;
  }

  int blockCapacity() {
    return (int) Math.min(blockLength, points);
  }

  int blocks() {
    if (points == 0) {
      return 0;
    }
    if (blocksPerRow == 0) {
      return Math.toIntExact((points - 1) / blockLength + 1);
    }
    int inner = dims.length == 0 ? 1 : dims[dims.length - 1];
    return Math.toIntExact(points / inner * blocksPerRow);
  }

  long blockStart(int block) {
    if (blocksPerRow == 0) {
      return (long) block * blockLength;
    }
    int inner = dims.length == 0 ? 1 : dims[dims.length - 1];
    return (long) (block / blocksPerRow) * inner
        + Math.min(inner, (long) (block % blocksPerRow) * blockLength);
  }

  /** {@return the number after the last block of the row that a block starts in} */
  int rowEnd(int block) {
    return blocksPerRow == 0 ? block + 1 : (block / blocksPerRow + 1) * blocksPerRow;
  }

  int blockLength(int block) {
    if (blocksPerRow == 0) {
      return (int) Math.min(blockLength, points - (long) block * blockLength);
    }
    int inner = dims.length == 0 ? 1 : dims[dims.length - 1];
    return Math.clamp(inner - (long) (block % blocksPerRow) * blockLength, 0, blockLength);
  }
}
