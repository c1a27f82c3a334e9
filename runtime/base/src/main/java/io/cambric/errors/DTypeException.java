package io.cambric.errors;

/**
 * The dtype of an operand does not fit the operation.
 *
 * <p>Convert the operand with {@code astype}, or pass an array of the dtype that the message asks
 * for.
 */
public final class DTypeException extends ArrayException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public DTypeException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public DTypeException(String message, Throwable cause) {
    super(message, cause);
  }
}
