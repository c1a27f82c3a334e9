package io.cambric.errors;

/**
 * An array was used after it had been deleted.
 *
 * <p>Its memory may hold another array now. Delete it later, or keep a copy.
 */
public final class DeletedArrayException extends ArrayException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public DeletedArrayException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public DeletedArrayException(String message, Throwable cause) {
    super(message, cause);
  }
}
