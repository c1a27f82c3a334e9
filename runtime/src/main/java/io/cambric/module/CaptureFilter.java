package io.cambric.module;

/** Which results of module methods are captured as intermediates. */
@FunctionalInterface
public interface CaptureFilter {

  /** {@return whether the result of this method of this module is stored} */
  boolean captures(Module<?> module, String method);

  /** {@return the filter for the methods named {@code call}} */
  static CaptureFilter calls() {
    return (_, method) -> method.equals(MethodCall.CALL);
  }
}
