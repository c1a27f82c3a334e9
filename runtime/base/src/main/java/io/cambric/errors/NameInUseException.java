package io.cambric.errors;

/**
 * A name is used twice in one scope.
 *
 * <p>Give one of the two another name with {@code named(...)}, or drop the explicit name.
 */
public final class NameInUseException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public NameInUseException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public NameInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
