package io.cambric.optax.tree;

/**
 * The dtype of a tree with leaves of different dtypes.
 *
 * <p>A dtype is higher than another one if both promote to it.
 */
public enum MixedDtypes {
  /** The dtype to which all leaves promote; no leaf needs to have it. */
  PROMOTE,
  /** The highest dtype of a leaf. */
  HIGHEST,
  /** The lowest dtype of a leaf. */
  LOWEST
}
