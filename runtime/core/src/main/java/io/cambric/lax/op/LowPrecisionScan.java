package io.cambric.lax.op;

import io.cambric.array.BFloat16;
import io.cambric.array.DType;

/**
 * Running sums and products of halves, with the association and rounding of XLA: each partial
 * result is rounded, so another order would give other values.
 *
 * <p>XLA cuts a line into blocks of 16 and runs along each. Then it runs along the last values of
 * the blocks in the same way, and combines each block with the result before it. In reverse each
 * element of a block folds those from itself to the block's end.
 *
 * @param dtype bf16 or f16, which partial results are rounded to
 * @param product whether it multiplies
 * @param reverse whether it runs from the last element
 */
record LowPrecisionScan(DType dtype, boolean product, boolean reverse) {

  private static final int BLOCK = 16;

  /** Runs along a line, in place. */
  void run(float[] line) {
    int n = line.length;
    for (int start = 0; start < n; start += BLOCK) {
      runBlock(line, start, Math.min(start + BLOCK, n));
    }
    if (n <= BLOCK) {
      return;
    }
    int blocks = (n + BLOCK - 1) / BLOCK;
    float[] totals = new float[blocks];
    for (int b = 0; b < blocks; b++) {
      totals[b] = line[reverse ? b * BLOCK : Math.min((b + 1) * BLOCK, n) - 1];
    }
    run(totals);
    for (int i = 0; i < n; i++) {
      int before = i / BLOCK + (reverse ? 1 : -1);
      if (before >= 0 && before < blocks) {
        line[i] = combine(line[i], totals[before]);
      }
    }
  }

  private void runBlock(float[] line, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!reverse && i > from) {
        line[i] = combine(line[i - 1], line[i]);
      }
      for (int j = i + 1; reverse && j < to; j++) {
        line[i] = combine(line[i], line[j]);
      }
    }
  }

  private float combine(float a, float b) {
    float wide = product ? a * b : a + b;
    return dtype == DType.BF16
        ? BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16(wide))
        : Float.float16ToFloat(Float.floatToFloat16(wide));
  }
}
