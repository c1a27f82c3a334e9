package io.cambric.lax.linalg;

import io.cambric.kernel.thread.Parallel;
import java.util.stream.DoubleStream;

/**
 * The eigenvalues of a diagonal matrix plus a positive multiple of {@code z z^T}: the roots of
 * {@code 1 / rho + sum of z[i]^2 / (poles[i] - x)}. There is one root between each two neighbouring
 * poles, and one after the last pole.
 *
 * @see <a href="https://www.netlib.org/lapack/lawnspdf/lawn89.pdf">Li, Solving secular equations
 *     stably and efficiently, 1993</a>
 */
final class SecularEquation {

  /** More steps than any root needs. */
  private static final int MOST = 100;

  /** Poles that justify another thread, for all roots. */
  private static final int GRAIN = 1 << 12;

  private final double[] poles;
  private final double[] squares;
  private final double constant;

  /** A row for each root: the differences of each pole and the root. */
  private final double[][] differences;

  /** The roots, as the nearest poles and the offsets from these poles. */
  private final int[] origins;

  private final double[] offsets;

  /**
   * Solves.
   *
   * @param poles ascending and distinct
   * @param z without zeros
   */
  SecularEquation(double[] poles, double[] z, double rho) {
    int count = poles.length;
    this.poles = poles;
    this.squares = new double[count];
    for (int i = 0; i < count; i++) {
      squares[i] = z[i] * z[i];
    }
    this.constant = 1 / rho;
    this.differences = new double[count][count];
    this.origins = new int[count];
    this.offsets = new double[count];
    Parallel.forRange(
        count,
        Math.max(1, GRAIN / count),
        (from, to) -> {
          var root = new Root();
          for (int j = from; j < to; j++) {
            root.find(j);
          }
        });
  }

  /** {@return a root} */
  double root(int number) {
    return poles[origins[number]] + offsets[number];
  }

  /**
   * {@return the eigenvectors in rows, computed from the vector z for which the roots are exact}
   *
   * @param z the vector with the signs of the result
   * @see <a href="https://doi.org/10.1137/S089547989223924X">Gu and Eisenstat, A divide-and-conquer
   *     algorithm for the symmetric tridiagonal eigenproblem, 1995</a>
   */
  double[][] vectors(double[] z) {
    int count = poles.length;
    var exact = new double[count];
    for (int i = 0; i < count; i++) {
      exact[i] = -differences[i][i];
    }
    for (int j = 0; j < count; j++) {
      multiply(exact, differences[j], poles[j], 0, j);
      multiply(exact, differences[j], poles[j], j + 1, count);
    }
    for (int i = 0; i < count; i++) {
      exact[i] = Math.copySign(Math.sqrt(Math.abs(exact[i])), z[i]);
    }
    var vectors = new double[count][count];
    var lines = new DoubleLines(vectors);
    for (int j = 0; j < count; j++) {
      divide(vectors[j], exact, differences[j]);
      lines.divide(j, 0, count, lines.norm(j, 0, count));
    }
    return vectors;
  }

  private void multiply(double[] exact, double[] difference, double pole, int from, int to) {
    for (int i = from; i < to; i++) {
      exact[i] *= difference[i] / (poles[i] - pole);
    }
  }

  private static void divide(double[] out, double[] x, double[] y) {
    for (int i = 0; i < out.length; i++) {
      out[i] = x[i] / y[i];
    }
  }

  /** The search for a root, with its working memory. */
  private final class Root {

    private final double[] terms = new double[poles.length];
    private final double[] slopes = new double[poles.length];

    /** The last sums. */
    private double sum;

    private double sumOfSlopes;

    /** Sums of terms and of slopes, over the poles up to the root and over the others. */
    private double below;

    private double above;
    private double belowSlope;
    private double aboveSlope;

    void find(int number) {
      int count = poles.length;
      boolean last = number == count - 1;
      int split = last ? Math.max(0, number - 1) : number;
      double gap =
          last ? DoubleStream.of(squares).sum() / constant : poles[number + 1] - poles[number];
      double least = 0;
      double most = gap;
      double offset = last ? gap : gap / 2;
      int origin = number;
      evaluate(number, origin, offset, split);
      if (!last && value() < 0) {
        origin = number + 1;
        offset = -gap / 2;
        least = offset;
        most = 0;
        evaluate(number, origin, offset, split);
      }
      for (int step = 0; step < MOST && !isRoot(offset); step++) {
        if (value() < 0) {
          least = offset;
        } else {
          most = offset;
        }
        double next = offset + step(differences[number], split, count);
        if (!(next > least && next < most)) {
          next = least / 2 + most / 2;
          if (next == least || next == most) {
            break;
          }
        }
        offset = next;
        evaluate(number, origin, offset, split);
      }
      origins[number] = origin;
      offsets[number] = offset;
    }

    private double value() {
      return constant + below + above;
    }

    private boolean isRoot(double offset) {
      double size = constant + 8 * (Math.abs(below) + Math.abs(above));
      double error = size + Math.abs(offset) * (belowSlope + aboveSlope);
      return Math.abs(value()) <= Math.ulp(0.5) * error;
    }

    private void evaluate(int number, int origin, double offset, int split) {
      double[] difference = differences[number];
      double pole = poles[origin];
      for (int i = 0; i < difference.length; i++) {
        difference[i] = poles[i] - pole - offset;
      }
      for (int i = 0; i < difference.length; i++) {
        double inverse = 1 / difference[i];
        double term = squares[i] * inverse;
        terms[i] = term;
        slopes[i] = term * inverse;
      }
      add(0, split + 1);
      below = sum;
      belowSlope = sumOfSlopes;
      add(split + 1, terms.length);
      above = sum;
      aboveSlope = sumOfSlopes;
    }

    private void add(int from, int to) {
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      double sum3 = 0;
      double slope0 = 0;
      double slope1 = 0;
      double slope2 = 0;
      double slope3 = 0;
      int i = from;
      int end = to - 3;
      for (; i < end; i += 4) {
        sum0 += terms[i];
        sum1 += terms[i + 1];
        sum2 += terms[i + 2];
        sum3 += terms[i + 3];
        slope0 += slopes[i];
        slope1 += slopes[i + 1];
        slope2 += slopes[i + 2];
        slope3 += slopes[i + 3];
      }
      for (; i < to; i++) {
        sum0 += terms[i];
        slope0 += slopes[i];
      }
      sum = (sum0 + sum1) + (sum2 + sum3);
      sumOfSlopes = (slope0 + slope1) + (slope2 + slope3);
    }

    /**
     * {@return the distance to the root of a function with two poles that has these sums and
     * slopes}
     */
    private double step(double[] difference, int split, int count) {
      double value = value();
      double newton = -value / (belowSlope + aboveSlope);
      if (split + 1 == count) {
        return newton;
      }
      double first = difference[split];
      double second = difference[split + 1];
      double product = first * second;
      double a = (first + second) * value - product * (belowSlope + aboveSlope);
      double b = product * value;
      double c = value - first * belowSlope - second * aboveSlope;
      double root = Math.sqrt(Math.abs(a * a - 4 * b * c));
      boolean beyond = first < 0 && second < 0;
      double way;
      if (beyond) {
        way = a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
      } else {
        way = a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
      }
      return value * way < 0 ? way : newton;
    }
  }
}
