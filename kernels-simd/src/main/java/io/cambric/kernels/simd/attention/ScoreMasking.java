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

  /**
   * Completes the scores of some keys and queries of a head.
   *
   * @param width columns of the tile, of which {@code queries} count
   */
  void apply(
      float[] scores, int batch, int head, int key, int keys, int query, int queries, int width) {
    if (operands.bias() != null) {
      addBias(operands.bias(), scores, batch, head, key, keys, query, queries, width);
    }
    if (operands.mask() != null) {
      hide(operands.mask(), scores, batch, head, key, keys, query, queries, width);
    }
    if (spec.firstKey(query + queries - 1) > key || spec.endKey(query) < key + keys) {
      keepBand(scores, key, keys, query, queries, width);
    }
  }

  private static int place(Operand x, int batch, int head, int query, int key) {
    int[] s = x.strides();
    return x.offset() + batch * s[0] + head * s[1] + query * s[2] + key * s[3];
  }

  private static void addBias(
      Operand bias,
      float[] scores,
      int batch,
      int head,
      int key,
      int keys,
      int query,
      int queries,
      int width) {
    float[] values = bias.buffer().floats();
    int step = bias.strides()[2];
    for (int j = 0; j < keys; j++) {
      int at = place(bias, batch, head, query, key + j);
      for (int i = 0; i < queries; i++) {
        scores[j * width + i] += values[at + i * step];
      }
    }
  }

  /**
   * {@return whether all of the keys are known to be hidden from all of the queries}
   *
   * <p>A mask is inspected only where keys are adjacent in it, or where all queries share one row.
   */
  boolean hidesAll(int batch, int head, int key, int keys, int query, int queries) {
    if (spec.firstKey(query) >= key + keys || spec.endKey(query + queries - 1) <= key) {
      return true;
    }
    var mask = operands.mask();
    if (mask == null || mask.strides()[3] != 1) {
      return false;
    }
    int rows = mask.strides()[2] == 0 ? 1 : queries;
    for (int i = 0; i < rows; i++) {
      if (!isAll(mask, place(mask, batch, head, query + i, key), keys, NONE)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAll(Operand mask, int at, int keys, byte[] same) {
    return Arrays.equals(mask.buffer().bytes(), at, at + keys, same, 0, keys);
  }

  private static void hide(
      Operand mask,
      float[] scores,
      int batch,
      int head,
      int key,
      int keys,
      int query,
      int queries,
      int width) {
    byte[] seen = mask.buffer().bytes();
    int step = mask.strides()[3];
    for (int i = 0; i < queries; i++) {
      int at = place(mask, batch, head, query + i, key);
      if (step == 1 && isAll(mask, at, keys, ALL)) {
        continue;
      }
      for (int j = 0; j < keys; j++) {
        if (seen[at + j * step] == 0) {
          scores[j * width + i] = MASKED;
        }
      }
    }
  }

  private void keepBand(float[] scores, int key, int keys, int query, int queries, int width) {
    for (int j = 0; j < keys; j++) {
      // Query t sees key s for s - after <= t <= s + before.
      long s = key + j;
      int from = (int) Math.clamp(s - spec.after() - query, 0L, queries);
      int to = (int) Math.clamp(s + spec.before() - query + 1, from, queries);
      Arrays.fill(scores, j * width, j * width + from, MASKED);
      Arrays.fill(scores, j * width + to, j * width + queries, MASKED);
    }
  }
}
