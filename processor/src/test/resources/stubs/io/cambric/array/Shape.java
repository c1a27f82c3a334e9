package io.cambric.array;

import java.util.List;

public record Shape(List<Integer> dims) {
  public static Shape of(int... dims) {
    return new Shape(java.util.Arrays.stream(dims).boxed().toList());
  }
}
