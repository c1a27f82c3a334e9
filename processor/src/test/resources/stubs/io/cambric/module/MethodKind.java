package io.cambric.module;

public enum MethodKind {
  COMPACT,
  PLAIN
}
