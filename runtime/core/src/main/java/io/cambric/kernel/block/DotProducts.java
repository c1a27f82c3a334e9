package io.cambric.kernel.block;

import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;

/**
 * f32 products of a few vectors with many lines, both contiguous along k. Nothing is transposed:
 * several elements of a vector are multiplied by as many elements of a line; see {@link DotSums}.
 *
 * @param few number of vectors
 * @param many number of lines
 * @param inner length of vectors and lines
 * @param vectors strides of batch, vectors and k
 * @param lines strides of batch, lines and k
 * @param out strides of batch, vectors and lines
 */
public record DotProducts(
    int batch, int few, int many, int inner, Operand vectors, Operand lines, Operand out) {

  /** The largest number of vectors; with more, transposing the lines is faster. */
  private static final int FEW = 4;

  /** The least number of elements per vector that pays for adding the parts of its sums. */
  private static final int LEAST_INNER = 16;

  /** Vectors that are multiplied by a line together. */
  private static final int PAIR = 2;

  /** Elements of lines that stay in the L1 cache until all vectors are multiplied. */
  private static final int CACHED = 1 << 12;

  /** The least number of lines that are multiplied together, then the largest. */
  private static final int LEAST_LINES = 16;

  private static final int MOST_LINES = 64;

  /** The least number of multiplications of a task. */
  private static final int GRAIN = 1 << 16;

  /** {@return whether the products of operands are few vectors times lines} */
  public static boolean fit(MatmulSpec spec, Operand lhs, Operand rhs) {
    return fit(spec, lhs.strides(), rhs.strides());
  }

  /** {@return whether the products of operands with these strides are few vectors times lines} */
  public static boolean fit(MatmulSpec spec, int[] lhs, int[] rhs) {
    int few = Math.min(spec.rows(), spec.columns());
    return few <= FEW && spec.inner() >= LEAST_INNER * few && lhs[2] == 1 && rhs[1] == 1;
  }

  /** {@return the products of a specification} */
  public static DotProducts of(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    int rows = spec.rows();
    int columns = spec.columns();
    var lines = MatmulSpec.transposed(rhs);
    return rows <= columns
        ? new DotProducts(spec.batch(), rows, columns, spec.inner(), lhs, lines, out)
        : new DotProducts(
            spec.batch(), columns, rows, spec.inner(), lines, lhs, MatmulSpec.transposed(out));
  }

  /**
   * Multiplies.
   *
   * @param code computes the sums once it is compiled
   */
  public void run(DotSums code) {
    int together = Math.clamp(CACHED / inner / LEAST_LINES * LEAST_LINES, LEAST_LINES, MOST_LINES);
    int blocks = (many - 1) / together + 1;
    long work = (long) Math.min(many, together) * few * inner;
    var used = code.isHot(few, work * blocks * batch) ? code : DotSums.PLAIN;
    Parallel.forRange(
        batch * blocks,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            float[] sums = scratch.floats(PAIR * together);
            for (int i = from; i < to; i++) {
              int line = i % blocks * together;
              multiply(used, i / blocks, line, Math.min(together, many - line), sums);
            }
          }
        });
  }

  /** Multiplies all vectors of a product by some lines. */
  private void multiply(DotSums code, int product, int line, int count, float[] sums) {
    var y = at(lines, product, line);
    for (int v = 0; v < few; v += PAIR) {
      int n = Math.min(PAIR, few - v);
      code.sum(at(vectors, product, v), n, y, count, inner, sums);
      for (int i = 0; i < n; i++) {
        store(sums, i * count, at(out, product, v + i), line, count);
      }
    }
  }

  /** {@return an operand that begins at a row of a product} */
  private static Operand at(Operand of, int product, int row) {
    int[] s = of.strides();
    return new Operand(of.buffer(), of.offset() + product * s[0] + row * s[1], s);
  }

  private static void store(float[] sums, int from, Operand row, int line, int count) {
    float[] target = row.buffer().floats();
    int step = row.strides()[2];
    int to = row.offset() + line * step;
    for (int i = 0; i < count; i++) {
      target[to + i * step] = sums[from + i];
    }
  }
}
