package io.cambric.lax.dims;

/** Where {@code Lax.round} takes numbers that lie half way between two whole ones. */
public enum RoundingMethod {
  /** Away from zero: 2.5 to 3, -2.5 to -3. */
  AWAY_FROM_ZERO,
  /** To the even one, as IEEE arithmetic rounds: 2.5 to 2. */
  TO_NEAREST_EVEN
}
