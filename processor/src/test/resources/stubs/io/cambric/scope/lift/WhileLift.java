package io.cambric.scope.lift;

public record WhileLift() {
  public WhileLift variableCarry(String... collections) {
    return this;
  }
}
