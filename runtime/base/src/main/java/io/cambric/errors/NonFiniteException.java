package io.cambric.errors;

/**
 * An operation yielded NaN or infinity while checks for them were enabled.
 *
 * <p>The library throws it only inside {@code Debug.nans} and {@code Debug.infs}, or with {@code
 * -Dcambric.debug=nans,infs}.
 */
public final class NonFiniteException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public NonFiniteException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public NonFiniteException(String message, Throwable cause) {
    super(message, cause);
  }
}
