package io.cambric.kernels.simd.attention;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import java.util.Arrays;

/**
 * Bias and masks of attention, applied to tiles of scores with one row per key and one column per
 * query.
 */
record ScoreMasking(ScoreSpec spec, ScoreOperands operands) {

  private static final float MASKED = (float) ScoreSpec.MASKED;

  private static final byte[] NONE = new byte[SimdAttention.KEYS];
  private static final byte[] ALL = new byte[SimdAttention.KEYS];

  static {
    Arrays.fill(ALL, (byte) 1);
  }

  /** Completes the scores of a tile. */
  void apply(float[] scores, ScoreTile tile) {
    if (operands.bias() != null) {
      addBias(operands.bias(), scores, tile);
    }
    if (operands.mask() != null) {
      hide(operands.mask(), scores, tile);
    }
    if (spec.firstKey(tile.lastQuery()) > tile.key() || spec.endKey(tile.query()) < tile.endKey()) {
      keepBand(scores, tile);
    }
  }

  private static void addBias(Operand bias, float[] scores, ScoreTile tile) {
    float[] values = bias.buffer().floats();
    int step = bias.strides()[2];
    for (int j = 0; j < tile.keys(); j++) {
      int at = tile.position(bias, 0, j);
      for (int i = 0; i < tile.queries(); i++) {
        scores[j * tile.width() + i] += values[at + i * step];
      }
    }
  }

  /**
   * {@return whether all keys of a tile are known to be hidden from all of its queries}
   *
   * <p>A mask is inspected only where keys are adjacent in it, or where all queries share one row.
   */
  boolean hidesAll(ScoreTile tile) {
    if (spec.firstKey(tile.query()) >= tile.endKey()
        || spec.endKey(tile.lastQuery()) <= tile.key()) {
      return true;
    }
    var mask = operands.mask();
    if (mask == null || mask.strides()[3] != 1) {
      return false;
    }
    int rows = mask.strides()[2] == 0 ? 1 : tile.queries();
    for (int i = 0; i < rows; i++) {
      if (!isAll(mask, tile.position(mask, i, 0), tile.keys(), NONE)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAll(Operand mask, int at, int keys, byte[] same) {
    return Arrays.equals(mask.buffer().bytes(), at, at + keys, same, 0, keys);
  }

  private static void hide(Operand mask, float[] scores, ScoreTile tile) {
    byte[] seen = mask.buffer().bytes();
    int step = mask.strides()[3];
    for (int i = 0; i < tile.queries(); i++) {
      int at = tile.position(mask, i, 0);
      if (step == 1 && isAll(mask, at, tile.keys(), ALL)) {
        continue;
      }
      for (int j = 0; j < tile.keys(); j++) {
        if (seen[at + j * step] == 0) {
          scores[j * tile.width() + i] = MASKED;
        }
      }
    }
  }

  private void keepBand(float[] scores, ScoreTile tile) {
    int queries = tile.queries();
    for (int j = 0; j < tile.keys(); j++) {
      // Query t sees key s for s - after <= t <= s + before.
      long s = tile.key() + j;
      int from = (int) Math.clamp(s - spec.after() - tile.query(), 0L, queries);
      int to = (int) Math.clamp(s + spec.before() - tile.query() + 1, from, queries);
      int row = j * tile.width();
      Arrays.fill(scores, row, row + from, MASKED);
      Arrays.fill(scores, row + to, row + queries, MASKED);
    }
  }
}
