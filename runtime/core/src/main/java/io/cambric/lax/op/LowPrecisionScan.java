package io.cambric.lax.op;

import io.cambric.array.BFloat16;
import io.cambric.array.DType;

/**
 * Running sums and products of halves, in the order of XLA. Each partial result is rounded, so
 * another order would give other values.
 *
 * <p>XLA cuts a line into blocks of 16 and scans each block. It scans the last values of the blocks
 * in the same way, and combines each block with the result before it. In reverse, each element
 * folds the elements from itself to the end of its block.
 *
 * @param dtype bf16 or f16, which partial results are rounded to
 * @param product whether the scan multiplies
 * @param reverse whether it runs from the last element
 */
record LowPrecisionScan(DType dtype, boolean product, boolean reverse) {

  static final int BLOCK = 16;

  /** Computes running results of the first {@code n} values of a line, in place. */
  void run(float[] line, int n) {
    if (reverse) {
      foldBlocks(line, n);
    } else {
      runBlocks(line, n);
    }
    if (n <= BLOCK) {
      return;
    }
    int blocks = (n + BLOCK - 1) / BLOCK;
    float[] totals = new float[blocks];
    for (int b = 0; b < blocks; b++) {
      totals[b] = line[reverse ? b * BLOCK : Math.min((b + 1) * BLOCK, n) - 1];
    }
    run(totals, blocks);
    for (int b = reverse ? 0 : 1; b < (reverse ? blocks - 1 : blocks); b++) {
      float before = totals[reverse ? b + 1 : b - 1];
      for (int i = b * BLOCK; i < Math.min((b + 1) * BLOCK, n); i++) {
        line[i] = combine(line[i], before);
      }
    }
  }

  /**
   * Scans all blocks together, one element of each block at a time, since blocks are independent.
   */
  private void runBlocks(float[] line, int n) {
    for (int i = 1; i < BLOCK; i++) {
      for (int at = i; at < n; at += BLOCK) {
        line[at] = combine(line[at - 1], line[at]);
      }
    }
  }

  /** Folds the elements from each one to the end of its block, in order. */
  private void foldBlocks(float[] line, int n) {
    float[] values = line.clone();
    for (int start = 0; start < n; start += BLOCK) {
      int end = Math.min(start + BLOCK, n);
      for (int far = 1; far < end - start; far++) {
        for (int i = start; i < end - far; i++) {
          line[i] = combine(line[i], values[i + far]);
        }
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
