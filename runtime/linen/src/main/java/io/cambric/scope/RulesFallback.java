package io.cambric.scope;

/** The treatment of an array that has an axis without a matching rule. */
public enum RulesFallback {
  /** The axis is whole. */
  AXIS_IS_UNSHARDED,
  /** The constraint is an error. */
  RAISE_ERROR,
  /** The array has no constraint. */
  NO_CONSTRAINT
}
