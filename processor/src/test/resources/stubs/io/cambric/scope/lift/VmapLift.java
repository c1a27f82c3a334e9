package io.cambric.scope.lift;

public record VmapLift() implements Lifting {
  public VmapLift variableAxis(String collection, int axis) {
    return this;
  }

  public VmapLift variableBroadcast(String... collections) {
    return this;
  }

  public VmapLift splitRngs(String... streams) {
    return this;
  }

  public VmapLift shareRngs(String... streams) {
    return this;
  }

  public VmapLift axisSize(int lanes) {
    return this;
  }

  public VmapLift inAxes(Object... axes) {
    return this;
  }
}
