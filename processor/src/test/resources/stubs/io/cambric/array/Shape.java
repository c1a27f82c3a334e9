package io.cambric.array;

public record Shape(java.util.List<Integer> dims) {
  public static Shape of(Integer... dims) {
    return new Shape(java.util.List.of(dims));
  }
}
