package io.cambric.scope.lift;

public record MapVariablesLift() implements Lifting {
  public static final MapVariablesLift NONE = new MapVariablesLift();
}
