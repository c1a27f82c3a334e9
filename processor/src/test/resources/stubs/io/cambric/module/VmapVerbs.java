package io.cambric.module;

public interface VmapVerbs<S> {
  default S variableAxis(String collection, int axis) {
    throw new UnsupportedOperationException();
  }

  default S variableBroadcast(String... collections) {
    throw new UnsupportedOperationException();
  }

  default S splitRngs(String... streams) {
    throw new UnsupportedOperationException();
  }

  default S shareRngs(String... streams) {
    throw new UnsupportedOperationException();
  }

  default S axisSize(int lanes) {
    throw new UnsupportedOperationException();
  }

  default S inAxes(Object... axes) {
    throw new UnsupportedOperationException();
  }
}
