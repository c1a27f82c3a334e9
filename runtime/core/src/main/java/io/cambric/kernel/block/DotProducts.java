package io.cambric.kernel.block;

import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;

/**
 * f32 products of a few vectors with many lines, both with adjacent elements along k. Nothing is
 * transposed: several elements of a vector are multiplied by as many of a line. So a sum has parts,
 * see {@link DotParts}, which are added as a tree.
 *
 * @param few vectors
 * @param many lines
 * @param inner length of vectors and lines
 * @param vectors strides of batch, vectors and k
 * @param lines strides of batch, lines and k
 * @param out strides of batch, vectors and lines
 */
public record DotProducts(
    int batch, int few, int many, int inner, Operand vectors, Operand lines, Operand out) {

  /** The most vectors, so that multiplying takes less time than transposing the lines. */
  private static final int FEW = 3;

  /** Lines whose sums are added together; a constant, so that the JIT vectorises the additions. */
  private static final int TOGETHER = 64;

  /** Multiplications that justify another task. */
  private static final int GRAIN = 1 << 16;

  /** {@return whether products are of this kind} */
  public static boolean fit(MatmulSpec spec, Operand lhs, Operand rhs) {
    return Math.min(spec.rows(), spec.columns()) <= FEW
        && spec.inner() >= DotParts.COUNT
        && lhs.strides()[2] == 1
        && rhs.strides()[1] == 1;
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
   * @param code what computes the parts, once it is compiled
   */
  public void run(BlockOps ops, DotParts code) {
    int blocks = (many - 1) / TOGETHER + 1;
    long work = (long) Math.min(many, TOGETHER) * few * inner;
    boolean isHot = code.isHot(work * blocks * batch);
    Parallel.forRange(
        batch * blocks,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            float[] parts = scratch.floats(TOGETHER * DotParts.COUNT);
            float[] sums = scratch.floats(TOGETHER * DotParts.COUNT);
            for (int i = from; i < to; i++) {
              int line = i % blocks * TOGETHER;
              int count = Math.min(TOGETHER, many - line);
              for (int v = 0; v < few; v++) {
                var x = at(vectors, i / blocks, v);
                var y = at(lines, i / blocks, line);
                (isHot ? code : DotParts.PLAIN).sum(x, y, count, inner, parts);
                ops.panels()
                    .run(parts, 0, DotParts.COUNT, TOGETHER, sums, 0, TOGETHER, DotParts.COUNT);
                add(sums);
                store(sums, at(out, i / blocks, v), line, count);
              }
            }
          }
        });
  }

  /** {@return an operand from a row of a product on} */
  private static Operand at(Operand of, int product, int row) {
    int[] s = of.strides();
    return new Operand(of.buffer(), of.offset() + product * s[0] + row * s[1], s);
  }

  /** Adds the parts of sums, which are a block apart: eight to eight, four to four, and so on. */
  private static void add(float[] x) {
    int n = TOGETHER;
    for (int i = 0; i < 4 * n; i++) {
      x[i] = (x[i] + x[i + 8 * n]) + (x[i + 4 * n] + x[i + 12 * n]);
    }
    for (int i = 0; i < n; i++) {
      x[i] = (x[i] + x[i + 2 * n]) + (x[i + n] + x[i + 3 * n]);
    }
  }

  private static void store(float[] sums, Operand row, int line, int count) {
    float[] target = row.buffer().floats();
    int step = row.strides()[2];
    for (int i = 0; i < count; i++) {
      target[row.offset() + (line + i) * step] = sums[i];
    }
  }
}
