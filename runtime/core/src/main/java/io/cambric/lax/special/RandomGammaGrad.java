package io.cambric.lax.special;

import io.cambric.lax.op.RealFunctionOp;

/**
 * The derivative along {@code a} of a sample {@code x} of the gamma distribution, by implicit
 * differentiation of its distribution function: {@code -(dP/da) / (dP/dx)} for {@code P(a, x)}. It
 * has no derivative itself. NaN for an {@code a} that is not positive or a negative {@code x}.
 *
 * <p>Relative error below 1e-11 for {@code a} up to 1e3, except near its zero.
 *
 * @see <a href="https://arxiv.org/abs/1805.08498">Figurnov, Mohamed and Mnih, 2018</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.random_gamma_grad.html">lax.random_gamma_grad</a>
 */
public record RandomGammaGrad() implements RealFunctionOp {

  @Override
  public String name() {
    return "random_gamma_grad";
  }

  @Override
  public double at(double[] point) {
    return IncompleteGamma.sampleGrad(point[0], point[1]);
  }
}
