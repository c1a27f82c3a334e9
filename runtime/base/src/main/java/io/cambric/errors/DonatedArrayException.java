package io.cambric.errors;

/**
 * An array was used after it had been donated to a jitted function.
 *
 * <p>Its memory holds a result of that function now. Use the result, or do not donate the argument.
 */
public final class DonatedArrayException extends ArrayException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public DonatedArrayException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public DonatedArrayException(String message, Throwable cause) {
    super(message, cause);
  }
}
