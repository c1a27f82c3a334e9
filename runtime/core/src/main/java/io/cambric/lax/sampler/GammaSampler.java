package io.cambric.lax.sampler;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.scalar.DrawFormat;
import io.cambric.kernel.scalar.Threefry;
import io.cambric.kernel.thread.Parallel;

/**
 * Numbers from the gamma distribution by rejection, each from its own key.
 *
 * <p>A number depends only on its key and its shape parameter, so it is the same alone, in a row
 * and in a batch. Keys are used as in JAX, so numbers agree up to the rounding of logarithms.
 *
 * @see <a href="https://doi.org/10.1145/358407.358414">Marsaglia and Tsang, A simple method for
 *     generating gamma variables, 2000</a>
 */
final class GammaSampler {

  private static final int GRAIN = 1 << 8;

  private final DrawFormat format;
  private final boolean logSpace;
  private final double third;
  private final double squeeze;

  private GammaSampler(DrawFormat format, boolean logSpace) {
    this.format = format;
    this.logSpace = logSpace;
    this.third = format.round(1.0 / 3);
    this.squeeze = format.round(0.0331);
  }

  /**
   * Draws rows of numbers. The key of a number is the key of its row, split at its column.
   *
   * @param logSpace whether the results are logarithms of the numbers
   * @param alphas dense shape parameters of a floating dtype
   * @param out dense, of that dtype
   */
  static void run(KeyedRows rows, boolean logSpace, Operand keys, Operand alphas, Operand out) {
    var sampler = new GammaSampler(new DrawFormat(out.buffer().dtype()), logSpace);
    Parallel.forRange(
        rows.rows() * rows.columns(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            long rowKey = KeyedRows.key(keys, i / rows.columns());
            double alpha = alphas.buffer().getDouble(alphas.offset() + i);
            double drawn = sampler.draw(Threefry.encrypt(rowKey, i % rows.columns()), alpha);
            out.buffer().setDouble(out.offset() + i, drawn);
          }
        });
  }

  /** A parameter below 1 is increased by 1, and the number is multiplied by u^(1 / alpha). */
  private double draw(long key, double alpha) {
    boolean boosted = !(alpha >= 1);
    double d = format.round((boosted ? format.round(alpha + 1) : alpha) - third);
    double v = accepted(Threefry.encrypt(key, 0), d);
    double u = boosted ? format.uniform(Threefry.encrypt(key, 1)) : 0;
    double inverse = format.round(1 / alpha);
    if (logSpace) {
      double logU = format.round(Math.log1p(-u));
      double boost = logU == 0 ? 0 : format.round(logU * inverse);
      return format.round(format.round(Math.log(d)) + log(v)) + boost;
    }
    // 1 to any power is 1, except in Java, where an infinite power gives NaN.
    double boost = u == 0 ? 1 : format.round(Math.pow(format.round(1 - u), inverse));
    return format.round(d * v) * boost;
  }

  /**
   * Draws the cube of {@code 1 + c x} for a normal x until it is accepted. NaN and infinite
   * parameters make the condition of the loop false and end it.
   */
  private double accepted(long key, double d) {
    double c = overRoot(d);
    double square = 0;
    double v = 1;
    double u = 2;
    long next = key;
    while (isRejected(square, v, u, d)) {
      long current = next;
      next = Threefry.encrypt(current, 0);
      long normalKey = Threefry.encrypt(current, 1);
      double x;
      double root;
      do {
        x = format.normal(Threefry.encrypt(normalKey, 1));
        normalKey = Threefry.encrypt(normalKey, 0);
        root = format.round(1 + format.round(x * c));
      } while (root <= 0);
      square = format.round(x * x);
      v = format.round(format.round(root * root) * root);
      u = format.uniform(Threefry.encrypt(current, 2));
    }
    return v;
  }

  /** {@code 1 / (3 sqrt(d))}. In f16, XLA multiplies by the rounded reciprocal of the root. */
  private double overRoot(double d) {
    return format.dtype() == DType.F16
        ? format.round(third * format.round(1 / Math.sqrt(d)))
        : format.round(third / format.round(Math.sqrt(d)));
  }

  private boolean isRejected(double square, double v, double u, double d) {
    if (!(u >= format.round(1 - format.round(squeeze * format.round(square * square))))) {
      return false;
    }
    double rest = format.round(d * format.round(format.round(1 - v) + log(v)));
    return log(u) >= format.round(format.round(square / 2) + rest);
  }

  private double log(double x) {
    return format.round(Math.log(x));
  }
}
