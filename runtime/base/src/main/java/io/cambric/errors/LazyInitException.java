package io.cambric.errors;

/**
 * A variable depends on input values, but a lazy init has only their shapes.
 *
 * <p>Make it from shapes and keys alone, or call init with arrays.
 */
public final class LazyInitException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public LazyInitException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public LazyInitException(String message, Throwable cause) {
    super(message, cause);
  }
}
