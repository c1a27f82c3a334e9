package io.cambric.lax.linalg;

/**
 * The eigenvalues of a symmetric tridiagonal matrix without vectors. QR steps run over the squares
 * of the elements next to the diagonal, and take no square roots.
 *
 * @see <a href="https://www.netlib.org/lapack/explore-html/dc/dc9/dsterf_8f.html">LAPACK, dsterf,
 *     the variant of Pal, Walker and Kahan</a>
 */
final class TridiagonalValues extends TridiagonalQr {

  /**
   * Prepares the iteration.
   *
   * @param d the diagonal, which becomes the eigenvalues
   * @param e the elements next to the diagonal, which become squares
   * @param epsilon the precision of the matrix
   */
  TridiagonalValues(double[] d, double[] e, double epsilon) {
    super(d, e, new Rotations(null, d.length, 0), epsilon);
    for (int i = 0; i < e.length; i++) {
      e[i] *= e[i];
    }
  }

  @Override
  boolean isNegligible(int i) {
    if (e[i] > negligible * negligible
        && e[i] > epsilon * Math.abs(d[i]) * epsilon * Math.abs(d[i + 1])) {
      return false;
    }
    e[i] = 0;
    return true;
  }

  @Override
  void step(int from, int count, int step) {
    int off = step > 0 ? from : from - 1;
    int end = from + count * step;
    int last = off + (count - 1) * step;
    double shift = shift(d[end - step], d[end], Math.sqrt(e[last]));
    double g = d[from] - shift;
    double p = g * g;
    double cosine = 1;
    double sine = 0;
    for (int k = 0; k < count; k++) {
      int i = from + k * step;
      int at = off + k * step;
      double square = e[at];
      double r = p + square;
      if (k > 0) {
        e[at - step] = sine * r;
      }
      double before = cosine;
      cosine = r == 0 ? 1 : p / r;
      sine = r == 0 ? 0 : square / r;
      double next = d[i + step];
      double moved = cosine * (next - shift) - sine * g;
      d[i] = g + (next - moved);
      g = moved;
      // The quotient is the reciprocal of the cosine, and need not wait for the cosine.
      p = cosine < Double.MIN_NORMAL ? before * square : g * g * (r / p);
    }
    e[last] = sine * p;
    d[end] = shift + g;
  }
}
