package io.cambric.errors;

/**
 * The shape of a stored parameter differs from the shape that its initializer yields.
 *
 * <p>Call apply with inputs shaped as at init, or init again.
 */
public final class ParamShapeException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public ParamShapeException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public ParamShapeException(String message, Throwable cause) {
    super(message, cause);
  }
}
