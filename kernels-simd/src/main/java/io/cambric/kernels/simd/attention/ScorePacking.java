package io.cambric.kernels.simd.attention;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.gemm.Packing;

/**
 * Packing of one head of a batch x rows x heads x size operand, in the layouts that {@link
 * ScoreGemm} reads. Rows and their elements are zero-padded.
 */
record ScorePacking(float[] data, int offset, int rowStep, int step, int rows, int size) {

  private static final int WIDTH = ScoreGemm.COLUMNS;

  static ScorePacking of(Operand operand, int batch, int head, int rows, int size) {
    int[] s = operand.strides();
    int offset = operand.offset() + batch * s[0] + head * s[2];
    return new ScorePacking(operand.buffer().floats(), offset, s[1], s[3], rows, size);
  }

  /** {@return contiguous rows, with room for a whole tile that begins at the last row} */
  float[] byRows(Scratch scratch) {
    float[] to = scratch.zeros((rows + ScoreGemm.ROWS - 1) * size);
    for (int i = 0; i < rows; i++) {
      read(i, 0, size, to, i * size, 1);
    }
    return to;
  }

  /** {@return panels of elements, with the rows as k and room for {@code kSize} of them} */
  float[] panels(int kSize, float scale, Scratch scratch) {
    int length = OffsetTables.whole(size, WIDTH) * kSize;
    float[] to = scratch.zeros(length);
    for (int i = 0; i < rows; i++) {
      for (int from = 0; from < size; from += WIDTH) {
        read(i, from, Math.min(WIDTH, size - from), to, from * kSize + i * WIDTH, 1);
      }
    }
    scale(to, length, scale);
    return to;
  }

  /** Copies the elements of a row to positions that are {@code across} apart. */
  private void read(int row, int from, int count, float[] to, int t, int across) {
    int at = offset + row * rowStep + from * step;
    if (step == 1 && across == 1) {
      System.arraycopy(data, at, to, t, count);
      return;
    }
    for (int d = 0; d < count; d++) {
      to[t + d * across] = data[at + d * step];
    }
  }

  private static void scale(float[] x, int length, float factor) {
    if (factor != 1f) {
      for (int i = 0; i < length; i++) {
        x[i] *= factor;
      }
    }
  }

  /**
   * Fills panels with rows from {@code from} on, with the elements as k; zeros follow the last row.
   *
   * @param count a multiple of the width of a panel
   */
  void transposed(int from, int count, float scale, float[] to) {
    int together = Math.min(2 * Packing.PACK_MR, WIDTH);
    for (int i = 0; i < count; i += together) {
      int t = i / WIDTH * WIDTH * size + i % WIDTH;
      int row = from + i;
      if (step == 1 && row + together <= rows) {
        var panel = Rows.of(data, offset + row * rowStep, together, rowStep);
        Packing.ALL.transpose(panel, together, to, t, WIDTH, size);
      } else {
        for (int k = 0; k < together; k++) {
          transposeRow(row + k, to, t + k);
        }
      }
    }
    scale(to, count * size, scale);
  }

  private void transposeRow(int row, float[] to, int t) {
    if (row < rows) {
      read(row, 0, size, to, t, WIDTH);
      return;
    }
    for (int d = 0; d < size; d++) {
      to[t + d * WIDTH] = 0f;
    }
  }
}
