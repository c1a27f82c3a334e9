package io.cambric.module;

/** How a method of a definition runs. */
public enum MethodKind {
  /** May make submodules, parameters and variables. */
  COMPACT,
  /** As a compact method, in a scope of its own that is named like it. */
  NAME_SCOPE,
  /** Uses what setup or a running compact method has made. */
  PLAIN
}
