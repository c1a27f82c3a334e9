package io.cambric.scope.lift;

public record ScanLift() implements Lifting {
  public ScanLift variableAxis(String collection, int axis) {
    return this;
  }

  public ScanLift variableBroadcast(String... collections) {
    return this;
  }

  public ScanLift variableCarry(String... collections) {
    return this;
  }

  public ScanLift splitRngs(String... streams) {
    return this;
  }

  public ScanLift length(int rounds) {
    return this;
  }
}
