package io.cambric.kernels.simd;

import io.cambric.kernel.Operand;
import io.cambric.kernel.Scratch;

/**
 * Rows of one head of an f32 operand of batch, rows, heads and size, in the orders in which {@link
 * ScoreGemm} reads them. Behind the last row and the last element of rows are zeros.
 */
record ScorePacking(float[] source, int offset, int rowStep, int step, int rows, int size) {

  private static final int WIDTH = ScoreGemm.COLUMNS;

  static ScorePacking of(Operand operand, int batch, int head, int rows, int size) {
    int[] s = operand.strides();
    int offset = operand.offset() + batch * s[0] + head * s[2];
    return new ScorePacking(operand.buffer().floats(), offset, s[1], s[3], rows, size);
  }

  /** {@return the smallest multiple of {@code unit} from {@code n} on} */
  static int padded(int n, int unit) {
    return (n + unit - 1) / unit * unit;
  }

  /** {@return the rows one after another, with room for a whole tile from the last one on} */
  float[] byRows(Scratch scratch) {
    float[] to = scratch.zeros((rows + ScoreGemm.ROWS - 1) * size);
    for (int i = 0; i < rows; i++) {
      int at = offset + i * rowStep;
      if (step == 1) {
        System.arraycopy(source, at, to, i * size, size);
      } else {
        for (int d = 0; d < size; d++) {
          to[i * size + d] = source[at + d * step];
        }
      }
    }
    return to;
  }

  /**
   * {@return panels of elements, in which the depth is that of the rows: room for {@code kSize}}
   */
  float[] panels(int kSize, float scale, Scratch scratch) {
    int length = padded(size, WIDTH) * kSize;
    float[] to = scratch.zeros(length);
    for (int i = 0; i < rows; i++) {
      int at = offset + i * rowStep;
      for (int from = 0; from < size; from += WIDTH) {
        int t = from * kSize + i * WIDTH;
        int count = Math.min(WIDTH, size - from);
        if (step == 1) {
          System.arraycopy(source, at + from, to, t, count);
        } else {
          for (int d = 0; d < count; d++) {
            to[t + d] = source[at + (from + d) * step];
          }
        }
      }
    }
    scale(to, length, scale);
    return to;
  }

  private static void scale(float[] x, int length, float factor) {
    if (factor != 1f) {
      for (int i = 0; i < length; i++) {
        x[i] *= factor;
      }
    }
  }

  /**
   * Fills panels of rows from one on, in which the depth is that of the elements; zeros behind the
   * last row.
   *
   * @param count a multiple of the width of a panel
   */
  void transposed(int from, int count, float scale, float[] to) {
    int together = Math.min(2 * Packing.ROWS, WIDTH);
    int[] at = new int[together];
    for (int i = 0; i < count; i += together) {
      int t = i / WIDTH * WIDTH * size + i % WIDTH;
      if (step == 1 && from + i + together <= rows) {
        for (int k = 0; k < together; k++) {
          at[k] = offset + (from + i + k) * rowStep;
        }
        Packing.ALL.transpose(source, at, 0, together, 0, to, t, WIDTH, size);
      } else {
        for (int k = 0; k < together; k++) {
          transposeRow(from + i + k, to, t + k);
        }
      }
    }
    scale(to, count * size, scale);
  }

  private void transposeRow(int row, float[] to, int t) {
    for (int d = 0; d < size; d++) {
      to[t + d * WIDTH] = row < rows ? source[offset + row * rowStep + d * step] : 0f;
    }
  }
}
