package io.cambric.module;

public interface ScanVerbs<S> {
  default S variableAxis(String collection, int axis) {
    throw new UnsupportedOperationException();
  }

  default S variableBroadcast(String... collections) {
    throw new UnsupportedOperationException();
  }

  default S variableCarry(String... collections) {
    throw new UnsupportedOperationException();
  }

  default S splitRngs(String... streams) {
    throw new UnsupportedOperationException();
  }

  default S length(int length) {
    throw new UnsupportedOperationException();
  }
}
