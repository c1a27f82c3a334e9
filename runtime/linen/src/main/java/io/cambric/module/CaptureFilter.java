package io.cambric.module;

/**
 * A filter of the results of module methods that are captured as intermediates, as Flax's {@code
 * capture_intermediates}.
 */
@FunctionalInterface
public interface CaptureFilter {

  /** {@return whether the result of this method of this module is stored} */
  boolean captures(Module<?> module, String method);

  /** {@return the filter for the methods named {@code call}} */
  static CaptureFilter calls() {
    return (_, method) -> method.equals(MethodCall.CALL);
  }
}
