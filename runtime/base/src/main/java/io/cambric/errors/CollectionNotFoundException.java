package io.cambric.errors;

/**
 * A variable was read from a collection that is missing or empty.
 *
 * <p>Pass the collection in the variables; {@code init} returns all of them.
 */
public final class CollectionNotFoundException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public CollectionNotFoundException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public CollectionNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
