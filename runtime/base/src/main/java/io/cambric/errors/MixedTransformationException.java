package io.cambric.errors;

/**
 * Variables or random keys of a module are used inside a transformation that does not lift them.
 *
 * <p>Use the lifted transformation, and pass it the modules that its function uses.
 */
public final class MixedTransformationException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public MixedTransformationException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public MixedTransformationException(String message, Throwable cause) {
    super(message, cause);
  }
}
