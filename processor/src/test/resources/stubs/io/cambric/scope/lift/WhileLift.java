package io.cambric.scope.lift;

public record WhileLift() {
  public static final WhileLift NONE = new WhileLift();

  public WhileLift withVariableCarry(String... collections) {
    return this;
  }
}
