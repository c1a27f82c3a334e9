package io.cambric.lax.linalg;

import io.cambric.array.DType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The eigenvalues and eigenvectors of a symmetric tridiagonal matrix, computed from two halves. The
 * matrix is the halves plus a multiple of {@code z z^T}.
 *
 * @see <a href="https://doi.org/10.1007/BF01396757">Cuppen, A divide and conquer method for the
 *     symmetric tridiagonal eigenproblem, 1980</a>
 * @see SecularEquation
 */
final class TridiagonalHalves {

  /** The number of rows of the largest undivided part. */
  private static final int LEAF = 32;

  /** The most rows for which QR steps take no longer. */
  static final int FEWEST = 128;

  private final BlockProducts products;
  private final DType dtype;
  private final double[] d;
  private final double[] e;

  /**
   * The solution of a part of the matrix.
   *
   * @param values ascending
   * @param vectors a line for each value
   */
  record Solved(double[] values, Lines vectors) {}

  /**
   * Prepares the computation.
   *
   * @param dtype of the vectors
   * @param d the diagonal, overwritten
   * @param e the elements next to the diagonal
   */
  TridiagonalHalves(BlockProducts products, DType dtype, double[] d, double[] e) {
    this.products = products;
    this.dtype = dtype;
    this.d = d;
    this.e = e;
  }

  /** {@return the eigenvalues and eigenvectors; null if the QR steps of a small part fail} */
  @Nullable Solved solve() {
    return solve(0, d.length);
  }

  private @Nullable Solved solve(int from, int to) {
    if (to - from <= LEAF) {
      return solveByQr(from, to);
    }
    int middle = (from + to) / 2;
    double between = e[middle - 1];
    d[middle - 1] -= Math.abs(between);
    d[middle] -= Math.abs(between);
    var first = solve(from, middle);
    var last = solve(middle, to);
    return first == null || last == null ? null : joined(first, last, between);
  }

  private @Nullable Solved solveByQr(int from, int to) {
    int count = to - from;
    double[] values = Arrays.copyOfRange(d, from, to);
    double[] off = Arrays.copyOfRange(e, from, to - 1);
    var vectors = Lines.allocate(dtype, count, count);
    for (int i = 0; i < count; i++) {
      vectors.set(i, i, 1);
    }
    var steps =
        new TridiagonalQr(values, off, new Rotations(vectors, count, count), dtype.epsilon());
    return steps.run() ? sorted(values, vectors) : null;
  }

  private static Solved sorted(double[] values, Lines vectors) {
    int[] order = Matrices.order(values.length, Comparator.comparingDouble(k -> values[k]));
    return new Solved(
        IntStream.of(order).mapToDouble(k -> values[k]).toArray(), vectors.inOrder(order));
  }

  private Solved joined(Solved first, Solved last, double between) {
    int top = first.values().length;
    int count = top + last.values().length;
    var block = MatrixBlock.allocate(dtype, count, count);
    first.vectors().store(block.part(0, top, 0, top));
    last.vectors().store(block.part(top, count, top, count));
    var vectors = Lines.allocate(dtype, count, count);
    vectors.load(block);
    var values = new double[count];
    System.arraycopy(first.values(), 0, values, 0, top);
    System.arraycopy(last.values(), 0, values, top, count - top);
    var z = new double[count];
    for (int i = 0; i < count; i++) {
      z[i] = i < top ? vectors.get(i, top - 1) : Math.copySign(1, between) * vectors.get(i, top);
    }
    var update = new RankOneUpdate(values, vectors, z, Math.abs(between), top);
    int[] kept = update.kept();
    if (kept.length > 0) {
      update(update, kept, block);
    }
    return sorted(values, vectors);
  }

  /** Replaces the values and vectors that the update changes. */
  private void update(RankOneUpdate update, int[] kept, MatrixBlock room) {
    var equation = update.equation(kept);
    int[] groups = update.grouped(kept);
    int count = kept.length;
    int size = room.columns();
    int top = update.top();
    var inside = MatrixBlock.allocate(dtype, count, count);
    double[][] vectors = equation.vectors(update.z(kept));
    var row = new double[1][count];
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < count; i++) {
        row[0][i] = vectors[j][groups[i]];
      }
      inside.rows(j, j + 1).set(row);
    }
    var old = room.rows(0, count);
    update.vectors().inOrder(IntStream.of(groups).map(k -> kept[k]).toArray()).store(old);
    // Vectors of the first half come first, those of the last half last.
    int firstEnd = update.endOfTop(kept, groups);
    int lastStart = update.startOfBottom(kept, groups);
    var changed = MatrixBlock.allocate(dtype, count, size);
    products.multiply(
        changed.part(0, count, 0, top),
        inside.part(0, count, 0, firstEnd),
        old.part(0, firstEnd, 0, top));
    products.multiply(
        changed.part(0, count, top, size),
        inside.part(0, count, lastStart, count),
        old.part(lastStart, count, top, size));
    for (int j = 0; j < count; j++) {
      update.vectors().load(kept[j], changed.rows(j, j + 1));
      update.values()[kept[j]] = equation.root(j);
    }
  }
}
