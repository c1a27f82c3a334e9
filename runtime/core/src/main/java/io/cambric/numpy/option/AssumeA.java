package io.cambric.numpy.option;

/** The kind of the matrices of linear equations, as {@code assume_a} of SciPy names it. */
public enum AssumeA {
  /** Any matrices: Gauss elimination. */
  GEN,
  /** Symmetric ones, solved as any. */
  SYM,
  /** Hermitian ones, solved as any. */
  HER,
  /** Positive definite ones: Cholesky, which reads one triangle. */
  POS
}
