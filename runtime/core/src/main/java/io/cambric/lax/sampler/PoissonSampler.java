package io.cambric.lax.sampler;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.scalar.DrawFormat;
import io.cambric.lax.sampler.RejectionLoop.Round;

/**
 * A row of numbers from the Poisson distribution, computed in f32. At high rates, rounding decides
 * which proposals are accepted, so sums of products are rounded where XLA rounds them.
 */
final class PoissonSampler implements RejectionLoop.Rejection {

  private static final DrawFormat F32 = new DrawFormat(DType.F32);

  /** The rate from which numbers are drawn by rejection. */
  private static final float MANY = 10;

  /** The coefficients for g = 7. */
  private static final float[] LANCZOS = {
    676.520368121885098567009190444019f,
    -1259.13921672240287047156078755283f,
    771.3234287776530788486528258894f,
    -176.61502916214059906584551354f,
    12.507343278686904814458936853f,
    -0.13857109526572011689554707f,
    9.984369578019570859563e-6f,
    1.50563273514931155834e-7f
  };

  private static final float LOG_7_5 = (float) Math.log(7.5);

  private static final float LOG_SQRT_2_PI = (float) (Math.log(2 * Math.PI) / 2);

  private final float[] lam;
  private final int lamAt;
  private final float[] out;
  private final int outAt;

  /**
   * @param lam F32, dense
   * @param out F32, dense
   * @param start index of the first element of the row
   */
  PoissonSampler(Operand lam, Operand out, int start) {
    this.lam = lam.buffer().floats();
    this.lamAt = lam.offset() + start;
    this.out = out.buffer().floats();
    this.outAt = out.offset() + start;
  }

  void run(long key, int count, int mostRounds) {
    java.util.Arrays.fill(out, outAt, outAt + count, -1);
    boolean anyMany = false;
    for (int i = 0; i < count; i++) {
      anyMany |= isMany(i);
    }
    if (anyMany) {
      RejectionLoop.reject(key, count, mostRounds, this);
    }
    multiply(key, count, mostRounds);
  }

  private boolean isMany(int element) {
    return lam[lamAt + element] >= MANY;
  }

  /** Knuth's algorithm, which counts uniform numbers until their product is below exp(-lam). */
  private void multiply(long key, int count, int mostRounds) {
    float[] logProduct = new float[count];
    RejectionLoop.run(
        key,
        count,
        i -> !isMany(i) && lam[lamAt + i] > 0,
        Round::first,
        mostRounds,
        (i, round) -> {
          out[outAt + i]++;
          logProduct[i] += (float) Math.log(F32.uniform(round.second(), i));
          return !(logProduct[i] > -lam[lamAt + i]);
        });
    for (int i = 0; i < count; i++) {
      if (lam[lamAt + i] == 0) {
        out[outAt + i] = 0;
      }
    }
  }

  /**
   * An element of a low rate takes part with a high rate, because it counts for the number of
   * iterations.
   */
  private float rate(int element) {
    return isMany(element) ? lam[lamAt + element] : 1e5f;
  }

  /**
   * Transformed rejection.
   *
   * @see <a href="https://doi.org/10.1016/0167-6687(93)90997-4">Hoermann, The transformed rejection
   *     method for generating Poisson random variables, 1993</a>
   */
  @Override
  public boolean isAccepted(int element, Round round) {
    float rate = rate(element);
    float u = (float) F32.uniform(round.second(), element) - 0.5f;
    float v = (float) F32.uniform(round.third(), element);
    float margin = 0.5f - Math.abs(u);
    float b = b(rate);
    if (margin >= 0.07f && v <= 0.9277f - 3.6224f / (b - 2)) {
      return true;
    }
    float k = proposal(rate, u);
    if (k < 0 || (margin < 0.013f && v > margin)) {
      return false;
    }
    float inverseAlpha = 1.1239f + 1.1328f / (b - 3.4f);
    float s = (float) Math.log(v * inverseAlpha / (a(b) / (margin * margin) + b));
    return s <= Math.fma(k, (float) Math.log(rate), -rate) - logFactorial(k);
  }

  @Override
  public void take(int element, Round round) {
    if (isMany(element)) {
      float u = (float) F32.uniform(round.second(), element) - 0.5f;
      out[outAt + element] = proposal(rate(element), u);
    }
  }

  private static float proposal(float rate, float u) {
    float b = b(rate);
    float slope = 2 * a(b) / (0.5f - Math.abs(u)) + b;
    return (float) Math.floor(Math.fma(slope, u, rate) + 0.43f);
  }

  private static float b(float rate) {
    return 0.931f + 2.53f * (float) Math.sqrt(rate);
  }

  private static float a(float b) {
    return -0.059f + 0.02483f * b;
  }

  /**
   * log(k!) by Lanczos' approximation in f32, as in XLA. At high rates, its rounding decides which
   * proposals are accepted.
   *
   * @see <a href="https://doi.org/10.1137/0701008">Lanczos, 1964</a>
   */
  private static float logFactorial(float k) {
    float sum = 1;
    for (int i = 0; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (k + i + 1);
    }
    float t = 7.5f + k;
    float logT = LOG_7_5 + (float) Math.log1p(k / 7.5f);
    return Math.fma(k + 0.5f - t / logT, logT, LOG_SQRT_2_PI) + (float) Math.log(sum);
  }
}
