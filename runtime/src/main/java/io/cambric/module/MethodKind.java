package io.cambric.module;

/** How a method of a definition runs. */
public enum MethodKind {
  /** May make submodules, parameters and variables. */
  COMPACT,
  /** Uses what setup or a running compact method has made. */
  PLAIN
}
