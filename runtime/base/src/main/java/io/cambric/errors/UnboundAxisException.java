package io.cambric.errors;

/**
 * A collective names an axis that no surrounding mapping defines.
 *
 * <p>Give the {@code vmap} or {@code pmap} around the function an {@code axisName}; the message
 * lists the names that are bound.
 */
public final class UnboundAxisException extends TraceException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public UnboundAxisException(String message) {
    super(CalledFunction.before(message));
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public UnboundAxisException(String message, Throwable cause) {
    super(message, cause);
  }
}
