package io.cambric.errors;

/**
 * A variable was written, but its collection is not mutable in this call of apply.
 *
 * <p>Add the collection to {@code mutable(...)} of the apply options.
 */
public final class ImmutableCollectionException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public ImmutableCollectionException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public ImmutableCollectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
