package io.cambric.scope.lift;

public record ScanLift() implements Lifting {
  public static final ScanLift NONE = new ScanLift();
}
