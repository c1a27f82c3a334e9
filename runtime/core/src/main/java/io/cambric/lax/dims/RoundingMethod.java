package io.cambric.lax.dims;

/** The rounding in {@code Lax.round} of numbers half way between two whole numbers. */
public enum RoundingMethod {
  /** Away from zero: 2.5 to 3, -2.5 to -3. */
  AWAY_FROM_ZERO,
  /** To the even number, as in IEEE arithmetic: 2.5 to 2. */
  TO_NEAREST_EVEN
}
