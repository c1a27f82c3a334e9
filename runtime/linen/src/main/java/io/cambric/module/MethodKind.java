package io.cambric.module;

/** The kind of a definition's method: whether it may create submodules and variables. */
public enum MethodKind {
  /** A compact method: it may create submodules, parameters and variables. */
  COMPACT,
  /** A compact method in a scope of its own, named after the method. */
  NAME_SCOPE,
  /** A method that uses submodules and variables of setup or of a running compact method. */
  PLAIN
}
