package io.cambric.errors;

/**
 * A name is empty or contains a slash, two variables have the same path, or a transformation names
 * a missing method.
 *
 * <p>Names joined by slashes are the paths of variables, which such a name would make ambiguous.
 */
public final class InvalidNameException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public InvalidNameException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public InvalidNameException(String message, Throwable cause) {
    super(message, cause);
  }
}
