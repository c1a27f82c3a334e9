package io.cambric.lax.sampler;

import io.cambric.kernel.Operand;
import io.cambric.kernel.scalar.DrawFormat;
import io.cambric.lax.sampler.RejectionLoop.Round;

/** A row of numbers from the binomial distribution, in the dtype of the probabilities. */
final class BinomialSampler implements RejectionLoop.Rejection {

  /** The most expected successes that are counted one by one. */
  private static final double FEW = 10;

  private static final double[] STIRLING_TAIL = {
    0.0810614667953272,
    0.0413406959554092,
    0.0276779256849983,
    0.02079067210376509,
    0.0166446911898211,
    0.0138761288230707,
    0.0118967099458917,
    0.0104112652619720,
    0.00925546218271273,
    0.00833056343336287
  };

  private final DrawFormat format;
  private final double[] n;
  private final double[] p;
  private final double[] out;

  BinomialSampler(DrawFormat format, int count) {
    this.format = format;
    this.n = new double[count];
    this.p = new double[count];
    this.out = new double[count];
  }

  /** Reads the parameters of a row that begins at an index of dense operands. */
  void read(Operand trials, Operand chances, int start) {
    for (int i = 0; i < n.length; i++) {
      n[i] = trials.buffer().getDouble(trials.offset() + start + i);
      p[i] = chances.buffer().getDouble(chances.offset() + start + i);
    }
  }

  /** Writes the numbers of a row that begins at an index of a dense operand. */
  void write(Operand to, int start) {
    for (int i = 0; i < out.length; i++) {
      to.buffer().setDouble(to.offset() + start + i, result(i));
    }
  }

  void run(long key) {
    boolean anyMany = false;
    for (int i = 0; i < n.length; i++) {
      anyMany |= !isFew(i);
    }
    if (anyMany) {
      RejectionLoop.reject(key, n.length, Integer.MAX_VALUE, this);
    }
    count(key);
  }

  /** The drawn number counts the rarer of success and failure. */
  private double result(int i) {
    boolean noTrials = Double.isNaN(n[i]) || n[i] < 0;
    if (noTrials || Double.isNaN(p[i]) || p[i] < 0 || p[i] > 1) {
      return Double.NaN;
    }
    if (Double.isInfinite(n[i])) {
      return n[i];
    }
    return p[i] < 0.5 ? out[i] : Math.floor(n[i]) - out[i];
  }

  private boolean isDrawn(int i) {
    return n[i] >= 0 && n[i] < Double.POSITIVE_INFINITY;
  }

  /** The probability of the rarer outcome; any number for invalid parameters. */
  private double chance(int i) {
    double rarer = p[i] < 0.5 ? p[i] : format.round(1 - p[i]);
    return rarer >= 0 ? rarer : format.round(0.01);
  }

  /**
   * Numbers that are not drawn count as few, because infinitely many trials would never be
   * accepted.
   */
  private boolean isFew(int i) {
    return !isDrawn(i) || format.round(n[i] * chance(i)) <= FEW;
  }

  /**
   * Counts successes. The trials up to each success are geometric numbers, and successes within n
   * trials count.
   */
  private void count(long key) {
    double[] used = new double[n.length];
    RejectionLoop.run(
        key,
        n.length,
        i -> isFew(i) && isDrawn(i),
        Round::second,
        Integer.MAX_VALUE,
        (i, round) -> {
          double logU = log(format.uniform(round.first(), i));
          double logFailure = format.round(Math.log1p(-chance(i)));
          used[i] = format.round(used[i] + Math.ceil(format.round(logU / logFailure)));
          if (used[i] <= Math.floor(n[i])) {
            out[i]++;
            return false;
          }
          return true;
        });
  }

  /**
   * Transformed rejection with squeeze.
   *
   * @see <a href="https://doi.org/10.1080/00949659308811496">Hoermann, The generation of binomial
   *     random variates, 1993</a>
   */
  @Override
  public boolean isAccepted(int element, Round round) {
    return new Proposal(element, round).isAccepted();
  }

  @Override
  public void take(int element, Round round) {
    if (!isFew(element)) {
      out[element] = new Proposal(element, round).k;
    }
  }

  private double log(double x) {
    return format.round(Math.log(x));
  }

  /**
   * The proposal of an iteration for an element. An element of few successes takes part as one of
   * many, because it counts for the number of iterations.
   */
  private final class Proposal {

    private final double n;
    private final double p;
    private final double v;
    private final double margin;
    private final double deviation;
    private final double a;
    private final double b;
    final double k;

    Proposal(int i, Round round) {
      n = isFew(i) ? 1e4 : Math.floor(BinomialSampler.this.n[i]);
      p = isFew(i) ? 0.5 : chance(i);
      double u = format.uniform(round.second(), i) - 0.5;
      v = format.uniform(round.third(), i);
      margin = 0.5 - Math.abs(u);
      deviation = format.round(Math.sqrt(times(times(n, p), minus(1, p))));
      b = plus(constant(1.15), times(constant(2.53), deviation));
      a = plus(plus(constant(-0.0873), times(constant(0.0248), b)), times(constant(0.01), p));
      double centre = plus(times(n, p), 0.5);
      double slope = plus(over(2 * a, margin), b);
      k = Math.floor(plus(times(slope, u), centre));
    }

    boolean isAccepted() {
      if (margin >= constant(0.07) && v <= minus(constant(0.92), over(constant(4.2), b))) {
        return true;
      }
      if (k < 0 || k > n) {
        return false;
      }
      double alpha = times(plus(constant(2.83), over(constant(5.1), b)), deviation);
      double hat = plus(over(a, times(margin, margin)), b);
      return log(over(times(v, alpha), hat)) <= bound();
    }

    private double bound() {
      double odds = over(p, minus(1, p));
      double mode = Math.floor(times(plus(n, 1), p));
      double aboveMode = plus(minus(n, mode), 1);
      double aboveK = plus(minus(n, k), 1);
      double sum = times(plus(mode, 0.5), log(over(plus(mode, 1), times(odds, aboveMode))));
      sum = plus(sum, times(plus(n, 1), log(over(aboveMode, aboveK))));
      sum = plus(sum, times(plus(k, 0.5), log(over(times(odds, aboveK), plus(k, 1)))));
      sum = plus(plus(sum, stirlingTail(mode)), stirlingTail(minus(n, mode)));
      return minus(minus(sum, stirlingTail(k)), stirlingTail(minus(n, k)));
    }
  }

  /**
   * {@return the remainder of Stirling's formula for log(k!), for an integer k from 0}
   *
   * <p>From 9 on it is the remainder of 9, as in JAX, to give the same numbers.
   */
  private double stirlingTail(double k) {
    return format.round(STIRLING_TAIL[(int) Math.min(k, 9)]);
  }

  private double constant(double x) {
    return format.round(x);
  }

  private double plus(double x, double y) {
    return format.round(x + y);
  }

  private double minus(double x, double y) {
    return format.round(x - y);
  }

  private double times(double x, double y) {
    return format.round(x * y);
  }

  private double over(double x, double y) {
    return format.round(x / y);
  }
}
