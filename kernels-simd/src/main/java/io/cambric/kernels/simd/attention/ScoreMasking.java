package io.cambric.kernels.simd.attention;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.block.OffsetTables;
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

  /** Adds the bias to the scores of a tile and masks them. */
  void apply(float[] scores, Tile tile) {
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

  private static void addBias(Operand bias, float[] scores, Tile tile) {
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
   * {@return whether all keys of a tile are known to be masked for all of its queries}
   *
   * <p>The mask itself is read only if its keys are adjacent, or if all queries share one row of
   * it.
   */
  boolean hidesAll(Tile tile) {
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

  private static void hide(Operand mask, float[] scores, Tile tile) {
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

  private void keepBand(float[] scores, Tile tile) {
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

  /**
   * A tile of scores: a row for each key and a column for each query.
   *
   * @param key the first key
   * @param keys rows
   * @param query the first query
   * @param queries columns that count
   */
  record Tile(int batch, int head, int key, int keys, int query, int queries) {

    /** {@return the columns: whole panels} */
    int width() {
      return OffsetTables.whole(queries, ScoreGemm.COLUMNS);
    }

    /** {@return the rows, padded to whole tiles of registers} */
    int rows() {
      return OffsetTables.whole(keys, ScoreGemm.ROWS);
    }

    int endKey() {
      return key + keys;
    }

    int lastQuery() {
      return query + queries - 1;
    }

    /** {@return the position of a score in an operand of batch x heads x queries x keys} */
    int position(Operand x, int i, int j) {
      int[] s = x.strides();
      return x.offset() + batch * s[0] + head * s[1] + (query + i) * s[2] + (key + j) * s[3];
    }
  }
}
