package io.cambric.array;

public enum DType {
  BOOL,
  U8,
  I32,
  BF16,
  F32
}
