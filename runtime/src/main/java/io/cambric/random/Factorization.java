package io.cambric.random;

/** The square root of a covariance that {@link Random#multivariateNormal} multiplies by. */
public enum Factorization {
  /** The fastest; NaN where the covariance is not positive definite. */
  CHOLESKY,
  /** From the eigenvectors. */
  EIGH,
  /** From the singular vectors. */
  SVD
}
