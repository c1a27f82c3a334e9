package io.cambric.errors;

/**
 * A tracer was used after the transformation that made it had finished.
 *
 * <p>Return the array from the transformed function instead of storing it in a field or a
 * collection.
 */
public final class EscapedTracerException extends TraceException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public EscapedTracerException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public EscapedTracerException(String message, Throwable cause) {
    super(message, cause);
  }
}
