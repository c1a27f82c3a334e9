package io.cambric.optax.contrib;

/** The scaling of a matrix before the Newton-Schulz iterations of {@link Muon}. */
public enum Preconditioning {
  /** By the Frobenius norm. */
  FROBENIUS,
  /** By the largest singular value. This is closer to orthogonal, but costs a decomposition. */
  SPECTRAL,
  /**
   * Of each row, as in an almost orthogonal layer.
   *
   * @see <a href="https://arxiv.org/abs/2512.04632">Boissin et al., 2025</a>
   */
  AOL,
  /**
   * By the Schatten norm of order four.
   *
   * @see <a href="https://arxiv.org/abs/2506.10935">Grishina et al., 2025</a>
   */
  SCHATTEN
}
