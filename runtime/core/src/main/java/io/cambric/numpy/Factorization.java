package io.cambric.numpy;

/** The method for the factor of a covariance in {@link Random#multivariateNormal}. */
public enum Factorization {
  /** The Cholesky factor, which is fastest; NaN if the covariance is not positive definite. */
  CHOLESKY,
  /** From the eigenvectors. */
  EIGH,
  /** From the singular vectors. */
  SVD
}
