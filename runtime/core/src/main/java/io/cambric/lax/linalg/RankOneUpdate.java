package io.cambric.lax.linalg;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A multiple of {@code z z^T} added to a diagonal matrix, for eigenvectors of two halves. Values
 * that it changes by no more than rounding are deflated.
 *
 * @see <a href="https://www.netlib.org/lapack/explore-html/">LAPACK, dlaed2</a>
 */
final class RankOneUpdate {

  /** The half that contains the nonzero elements of the vector of a value, or both halves. */
  private static final int TOP = 0;

  private static final int BOTH = 1;
  private static final int BOTTOM = 2;

  private final double[] values;
  private final Lines vectors;
  private final double[] z;
  private final double rho;
  private final int top;
  private final int[] halves;

  /**
   * Prepares the update.
   *
   * @param values the eigenvalues of the halves; changed if two are nearly equal
   * @param vectors a line for each value, changed with the values
   * @param z the vector, changed with the values
   * @param top number of values of the first half
   */
  RankOneUpdate(double[] values, Lines vectors, double[] z, double rho, int top) {
    this.values = values;
    this.vectors = vectors;
    this.z = z;
    this.rho = rho;
    this.top = top;
    this.halves = new int[z.length];
    Arrays.fill(halves, top, z.length, BOTTOM);
  }

  double[] values() {
    return values;
  }

  Lines vectors() {
    return vectors;
  }

  int top() {
    return top;
  }

  /** {@return the numbers of the values that change, in ascending order of the values} */
  int[] kept() {
    double largest = 0;
    for (int i = 0; i < z.length; i++) {
      largest = Math.max(largest, Math.max(Math.abs(values[i]), Math.abs(z[i])));
    }
    double negligible = 4 * vectors.dtype().epsilon() * largest;
    var kept = new int[z.length];
    int count = 0;
    int candidate = -1;
    for (int i : Matrices.order(z.length, Comparator.comparingDouble(k -> values[k]))) {
      if (rho * Math.abs(z[i]) <= negligible) {
        continue;
      }
      if (candidate >= 0 && !merges(candidate, i, negligible)) {
        kept[count++] = candidate;
      }
      candidate = i;
    }
    if (candidate >= 0) {
      kept[count++] = candidate;
    }
    return Arrays.copyOf(kept, count);
  }

  /**
   * Rotates two vectors so that the first has no component along z, if that changes the matrix by
   * no more than rounding.
   *
   * @return whether it was done
   */
  private boolean merges(int first, int second, double negligible) {
    double length = Lines.length(z[first], z[second]);
    double cosine = z[second] / length;
    double sine = -z[first] / length;
    double low = values[first];
    double high = values[second];
    if (Math.abs((high - low) * cosine * sine) > negligible) {
      return false;
    }
    z[second] = length;
    z[first] = 0;
    var pair = vectors.inOrder(new int[] {first, second});
    pair.rotate(0, 1, 1, new double[] {cosine}, new double[] {sine}, 0, 0, z.length);
    values[first] = low * cosine * cosine + high * sine * sine;
    values[second] = low * sine * sine + high * cosine * cosine;
    if (halves[first] != halves[second]) {
      halves[second] = BOTH;
    }
    return true;
  }

  /** {@return the equation for the values that change} */
  SecularEquation equation(int[] kept) {
    return new SecularEquation(
        IntStream.of(kept).mapToDouble(k -> values[k]).toArray(), z(kept), rho);
  }

  double[] z(int[] kept) {
    return IntStream.of(kept).mapToDouble(k -> z[k]).toArray();
  }

  /**
   * {@return the numbers in groups: vectors of the first half come before vectors of both halves}
   */
  int[] grouped(int[] kept) {
    return Matrices.order(kept.length, Comparator.comparingInt(k -> halves[kept[k]]));
  }

  /** {@return the number of vectors that are nonzero in the first half} */
  int endOfTop(int[] kept, int[] groups) {
    return (int) IntStream.of(groups).filter(k -> halves[kept[k]] != BOTTOM).count();
  }

  /** {@return the first of the vectors that are not 0 in the last half} */
  int startOfBottom(int[] kept, int[] groups) {
    return (int) IntStream.of(groups).filter(k -> halves[kept[k]] == TOP).count();
  }
}
