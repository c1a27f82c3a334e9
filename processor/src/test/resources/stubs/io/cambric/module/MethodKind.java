package io.cambric.module;

public enum MethodKind {
  COMPACT,
  NAME_SCOPE,
  PLAIN
}
