package io.cambric.optax.tree;

/**
 * The dtype of a tree whose leaves differ in dtype.
 *
 * <p>A dtype is higher than another one if both together promote to it.
 */
public enum MixedDtypes {
  /** The dtype that all promote to, which no leaf need have. */
  PROMOTE,
  /** The highest dtype of a leaf. */
  HIGHEST,
  /** The lowest dtype of a leaf. */
  LOWEST
}
