package io.cambric.lax.linalg;

/**
 * The singular values of an upper bidiagonal matrix by implicit QR steps. A step has no shift if
 * one would cost accuracy, or if an element of the diagonal is 0.
 *
 * <p>Steps run towards the smaller end of an unreduced part, which converges first. They can run in
 * both directions, since the transpose read backwards is upper bidiagonal, too.
 *
 * @see <a href="https://doi.org/10.1137/0911052">Demmel and Kahan, Accurate singular values of
 *     bidiagonal matrices, 1990</a>
 */
final class BidiagonalQr {

  /** The maximum average number of steps per value. */
  private static final int MOST = 30;

  private final double[] d;
  private final double[] e;
  private final Rotations left;
  private final Rotations right;
  private final double epsilon;
  private final double negligible;

  /** The last rotation. */
  private double cosine;

  private double sine;

  /**
   * Prepares the iteration.
   *
   * @param d the diagonal, which becomes the singular values with signs
   * @param e the elements above the diagonal, overwritten
   * @param left rotations of the lines that become the left singular vectors
   * @param right rotations of the lines that become the right singular vectors
   * @param epsilon the precision of the lines
   */
  BidiagonalQr(double[] d, double[] e, Rotations left, Rotations right, double epsilon) {
    this.d = d;
    this.e = e;
    this.left = left;
    this.right = right;
    this.epsilon = epsilon / 2;
    double largest = 0;
    for (int i = 0; i < d.length; i++) {
      largest = Math.max(largest, Math.abs(d[i]));
      largest = i < e.length ? Math.max(largest, Math.abs(e[i])) : largest;
    }
    this.negligible = this.epsilon * largest / 8;
  }

  /** {@return whether all elements above the diagonal became 0} */
  boolean run() {
    long steps = (long) MOST * d.length;
    int last = d.length - 1;
    while (last > 0) {
      int first = last;
      while (first > 0 && !isNegligible(first - 1)) {
        first--;
      }
      if (first == last) {
        last--;
      } else if (steps-- == 0) {
        return false;
      } else if (Math.abs(d[last]) <= Math.abs(d[first])) {
        step(first, last - first, 1, right, left);
      } else {
        step(last, last - first, -1, left, right);
      }
    }
    left.apply();
    right.apply();
    return true;
  }

  private boolean isNegligible(int i) {
    double size = Math.abs(e[i]);
    if (size <= negligible || size <= epsilon * (Math.abs(d[i]) + Math.abs(d[i + 1]))) {
      e[i] = 0;
      return true;
    }
    return false;
  }

  /**
   * Chases the bulge of one step from one end of a part to the other.
   *
   * @param from the first row
   * @param step 1 or -1, the increment to the next row
   * @param columns rotations of columns
   * @param rows rotations of rows
   */
  private void step(int from, int count, int step, Rotations columns, Rotations rows) {
    int off = step > 0 ? from : from - 1;
    int end = from + count * step;
    columns.begin(from, step);
    rows.begin(from, step);
    double shift = shift(d[end - step], d[end], e[off + (count - 1) * step]);
    double part = shift / d[from];
    if (part * part <= epsilon || hasZero(Math.min(from, end), Math.max(from, end))) {
      stepWithoutShift(from, count, step, columns, rows);
      return;
    }
    double f = (Math.abs(d[from]) - shift) * (Math.copySign(1, d[from]) + part);
    double g = e[off];
    for (int k = 0; k < count; k++) {
      int i = from + k * step;
      int at = off + k * step;
      double r = rotate(f, g);
      if (k > 0) {
        e[at - step] = r;
      }
      f = cosine * d[i] + sine * e[at];
      e[at] = cosine * e[at] - sine * d[i];
      g = sine * d[i + step];
      d[i + step] = cosine * d[i + step];
      columns.add(cosine, sine);
      d[i] = rotate(f, g);
      f = cosine * e[at] + sine * d[i + step];
      d[i + step] = cosine * d[i + step] - sine * e[at];
      if (k < count - 1) {
        g = sine * e[at + step];
        e[at + step] = cosine * e[at + step];
      }
      rows.add(cosine, sine);
    }
    e[off + (count - 1) * step] = f;
  }

  private boolean hasZero(int first, int last) {
    for (int i = first; i <= last; i++) {
      if (Math.abs(d[i]) <= epsilon * negligible) {
        d[i] = 0;
        return true;
      }
    }
    return false;
  }

  private void stepWithoutShift(int from, int count, int step, Rotations columns, Rotations rows) {
    int off = step > 0 ? from : from - 1;
    int end = from + count * step;
    double cosineOfColumns = 1;
    double cosineOfRows = 1;
    double sineOfRows = 0;
    for (int k = 0; k < count; k++) {
      int i = from + k * step;
      int at = off + k * step;
      double r = rotate(d[i] * cosineOfColumns, e[at]);
      cosineOfColumns = cosine;
      columns.add(cosine, sine);
      if (k > 0) {
        e[at - step] = sineOfRows * r;
      }
      d[i] = rotate(cosineOfRows * r, d[i + step] * sine);
      cosineOfRows = cosine;
      sineOfRows = sine;
      rows.add(cosine, sine);
    }
    double h = d[end] * cosineOfColumns;
    d[end] = h * cosineOfRows;
    e[off + (count - 1) * step] = h * sineOfRows;
  }

  /** Finds the rotation of a vector to the first axis. {@return the length of the vector} */
  private double rotate(double x, double y) {
    double r = Lines.length(x, y);
    double inverse = 1 / r;
    cosine = r == 0 ? 1 : x * inverse;
    sine = r == 0 ? 0 : y * inverse;
    return r;
  }

  /** {@return the smaller singular value of the upper triangle (above, off; 0, last)} */
  private static double shift(double above, double last, double off) {
    double f = Math.abs(above);
    double g = Math.abs(off);
    double h = Math.abs(last);
    double least = Math.min(f, h);
    if (least == 0) {
      return 0;
    }
    double most = Math.max(f, h);
    double sum = 1 + least / most;
    double difference = (most - least) / most;
    if (g < most) {
      double square = (g / most) * (g / most);
      return 2
          * least
          / (Math.sqrt(sum * sum + square) + Math.sqrt(difference * difference + square));
    }
    double ratio = most / g;
    double left = Math.sqrt(1 + sum * ratio * (sum * ratio));
    double right = Math.sqrt(1 + difference * ratio * (difference * ratio));
    return 2 * (least * ratio / (left + right));
  }
}
