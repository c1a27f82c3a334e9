package io.cambric.errors;

/**
 * A scope was used after the init or apply that owns it had returned.
 *
 * <p>Keep values, not modules or scopes, after the call; {@code bind} gives a module that may be
 * kept.
 */
public final class InvalidScopeException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public InvalidScopeException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public InvalidScopeException(String message, Throwable cause) {
    super(message, cause);
  }
}
