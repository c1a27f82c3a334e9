package io.cambric.module;

public final class ApplyOptions {
  public static ApplyOptions mutable(String... collections) {
    return new ApplyOptions();
  }
}
