package io.cambric.lax.special;

import io.cambric.lax.op.RealFunctionOp;

/**
 * The derivative along {@code a} of the lower regularized incomplete gamma function {@code P(a,
 * x)}. It has no derivative itself. NaN for an {@code a} that is not positive or a negative {@code
 * x}.
 *
 * <p>Absolute error below 1e-13 for {@code a} up to 1e3.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.igamma_grad_a.html">lax.igamma_grad_a</a>
 */
public record IgammaGradA() implements RealFunctionOp {

  @Override
  public String name() {
    return "igamma_grad_a";
  }

  @Override
  public double at(double[] point) {
    return IncompleteGamma.gradA(point[0], point[1]);
  }
}
