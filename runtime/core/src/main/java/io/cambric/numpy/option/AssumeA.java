package io.cambric.numpy.option;

/** The kind of the matrices of linear equations, {@code assume_a} of SciPy. */
public enum AssumeA {
  /** Any matrices: Gauss elimination. */
  GEN,
  /** Symmetric matrices, solved like any matrices. */
  SYM,
  /** Hermitian matrices, solved like any matrices. */
  HER,
  /** Positive definite matrices: Cholesky, which reads one triangle. */
  POS
}
