package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Row reductions inside a block, and the broadcast of per-row values over their rows. Used by one
 * thread.
 */
final class RowFold {

  private final DType dtype;
  private final int length;
  private final @Nullable LaneFold floats;
  private final ReduceOp op;

  /** Prepares a row reduction for rows of this length. */
  RowFold(BlockOps ops, ScalarOp instruction, DType dtype, int length) {
    this.dtype = dtype;
    this.length = length;
    this.op =
        switch (instruction) {
          case ROW_SUM -> ReduceOp.SUM;
          case ROW_MAX -> ReduceOp.MAX;
          case ROW_MIN -> ReduceOp.MIN;
          default -> throw new IllegalArgumentException(instruction + " does not combine rows");
        };
    boolean likeArrays = dtype != DType.F32 || ops.foldsFloats();
    this.floats = likeArrays ? new LaneFold(ops, op, dtype) : null;
  }

  /** Reduces each of {@code rows} rows of a value to an element of another value. */
  void run(Block block, int value, int result, int rows) {
    float[] x = block.floats(value);
    int at = block.offset(value);
    float[] out = block.floats(result);
    int to = block.offset(result);
    if (floats != null) {
      floats.rows(x, at, length, rows, length, out, to);
      Conversions.round(dtype, out, to, rows);
      return;
    }
    for (int row = 0; row < rows; row++) {
      out[to + row] = fold(x, at + row * length);
    }
  }

  private float fold(float[] x, int at) {
    double result = op.identity(DType.F32);
    for (int i = at; i < at + length; i++) {
      result =
          switch (op) {
            case SUM -> result + x[i];
            case MAX -> Math.max(result, x[i]);
            default -> Math.min(result, x[i]);
          };
    }
    return (float) result;
  }

  /** Broadcasts each per-row value, of any lane, to all points of its row. */
  static void spread(Block block, int value, int result, int rows, int length) {
    int at = block.offset(value);
    int to = block.offset(result);
    switch (block.array(result)) {
      case float[] out -> {
        float[] x = block.floats(value);
        for (int row = 0; row < rows; row++) {
          Arrays.fill(out, to + row * length, to + (row + 1) * length, x[at + row]);
        }
      }
      case double[] out -> {
        double[] x = block.doubles(value);
        for (int row = 0; row < rows; row++) {
          Arrays.fill(out, to + row * length, to + (row + 1) * length, x[at + row]);
        }
      }
      case int[] out -> {
        int[] x = block.ints(value);
        for (int row = 0; row < rows; row++) {
          Arrays.fill(out, to + row * length, to + (row + 1) * length, x[at + row]);
        }
      }
      case long[] out -> {
        long[] x = block.longs(value);
        for (int row = 0; row < rows; row++) {
          Arrays.fill(out, to + row * length, to + (row + 1) * length, x[at + row]);
        }
      }
      default -> throw new IllegalStateException("no lane has such an array");
    }
  }
}
