package io.cambric.lax.linalg;

/**
 * The eigenvalues of a symmetric tridiagonal matrix by implicit QR steps with Wilkinson's shifts.
 * Steps run towards the smaller end of an unreduced part, which converges first.
 *
 * @see <a href="https://www.netlib.org/lapack/lug/node71.html">LAPACK, eigenvalue computation of a
 *     symmetric tridiagonal matrix</a>
 */
sealed class TridiagonalQr permits TridiagonalValues {

  /** The maximum average number of steps per eigenvalue. */
  private static final int MOST = 30;

  /** The diagonal. */
  final double[] d;

  /** The elements next to the diagonal. */
  final double[] e;

  private final Rotations rotations;

  /** The rounding error of the lines. */
  final double epsilon;

  /** The absolute value below which any element next to the diagonal counts as 0. */
  final double negligible;

  /**
   * Prepares the iteration.
   *
   * @param d the diagonal, which becomes the eigenvalues
   * @param e the elements next to the diagonal, overwritten
   * @param rotations of the lines that become the eigenvectors from the columns of Q
   * @param epsilon the precision of the lines
   */
  TridiagonalQr(double[] d, double[] e, Rotations rotations, double epsilon) {
    this.d = d;
    this.e = e;
    this.rotations = rotations;
    this.epsilon = epsilon / 2;
    double largest = 0;
    for (int i = 0; i < d.length; i++) {
      largest = Math.max(largest, Math.abs(d[i]));
      largest = i < e.length ? Math.max(largest, Math.abs(e[i])) : largest;
    }
    this.negligible = this.epsilon * largest / 8;
  }

  /** {@return whether all elements next to the diagonal became 0} */
  boolean run() {
    long left = (long) MOST * d.length;
    int last = d.length - 1;
    while (last > 0) {
      int first = last;
      while (first > 0 && !isNegligible(first - 1)) {
        first--;
      }
      if (first == last) {
        last--;
      } else if (left-- == 0) {
        return false;
      } else if (Math.abs(d[last]) <= Math.abs(d[first])) {
        step(first, last - first, 1);
      } else {
        step(last, last - first, -1);
      }
    }
    rotations.apply();
    return true;
  }

  /** {@return whether an element next to the diagonal counts as 0; it is then set to 0} */
  boolean isNegligible(int i) {
    double size = Math.abs(e[i]);
    if (size > negligible
        && size * size > epsilon * Math.abs(d[i]) * epsilon * Math.abs(d[i + 1])) {
      return false;
    }
    e[i] = 0;
    return true;
  }

  /**
   * Chases the bulge of one step from one end of a part to the other.
   *
   * @param from the first row
   * @param step 1 or -1, the increment to the next row
   */
  void step(int from, int count, int step) {
    // Element k next to the diagonal is between rows k and k + 1, in either direction.
    int off = step > 0 ? from : from - 1;
    int end = from + count * step;
    double shift = shift(d[end - step], d[end], e[off + (count - 1) * step]);
    double g = d[from] - shift;
    double sine = 1;
    double cosine = 1;
    double p = 0;
    rotations.begin(from, step);
    for (int k = 0; k < count; k++) {
      int i = from + k * step;
      int at = off + k * step;
      double f = sine * e[at];
      double b = cosine * e[at];
      double r = Lines.length(g, f);
      if (k > 0) {
        e[at - step] = r;
      }
      double inverse = 1 / r;
      cosine = r == 0 ? 1 : g * inverse;
      sine = r == 0 ? 0 : f * inverse;
      g = d[i] - p;
      r = (d[i + step] - g) * sine + 2 * cosine * b;
      p = sine * r;
      d[i] = g + p;
      g = cosine * r - b;
      rotations.add(cosine, sine);
    }
    d[end] -= p;
    e[off + (count - 1) * step] = g;
  }

  /** {@return the eigenvalue of two rows that is closer to the second diagonal element} */
  static double shift(double above, double last, double off) {
    double half = (above - last) / 2;
    double root = Math.copySign(Lines.length(half, off), half);
    return last - off * (off / (half + root));
  }
}
