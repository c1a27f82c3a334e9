package io.cambric.scope.lift;

public record RematLift() implements Lifting {
  public static final RematLift ALL = new RematLift();
}
