package io.cambric.scope.lift;

public record VmapLift() implements Lifting {
  public static final VmapLift NONE = new VmapLift();
  public static final VmapLift WORKERS = new VmapLift();

  public VmapLift withVariableAxis(String collection, int axis) {
    return this;
  }

  public VmapLift withVariableBroadcast(String... collections) {
    return this;
  }
}
