package io.cambric.optax.wrapper;

/**
 * The two copies of the parameters that {@link Lookahead} keeps.
 *
 * @param fast the parameters of the fast optimiser, for gradients
 * @param slow the parameters for tests and inference
 * @param <P> the tree of parameters
 * @see <a href="https://arxiv.org/abs/1907.08610">Zhang et al., 2019</a>
 */
public record LookaheadParams<P>(P fast, P slow) {

  /** {@return both copies as these parameters} */
  public static <P> LookaheadParams<P> initSynced(P params) {
    return new LookaheadParams<>(params, params);
  }
}
