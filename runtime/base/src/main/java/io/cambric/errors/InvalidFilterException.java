package io.cambric.errors;

/**
 * A collection filter is neither a boolean, a name, a set of names nor a deny list.
 *
 * <p>Use the factories of {@code CollectionFilter}.
 */
public final class InvalidFilterException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public InvalidFilterException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public InvalidFilterException(String message, Throwable cause) {
    super(message, cause);
  }
}
