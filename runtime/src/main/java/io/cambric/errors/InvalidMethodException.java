package io.cambric.errors;

/**
 * A function given to apply, init or a lifted transformation does not use the module it must.
 *
 * <p>Call a method of the bound module that the function receives.
 */
public final class InvalidMethodException extends ModuleException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public InvalidMethodException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public InvalidMethodException(String message, Throwable cause) {
    super(message, cause);
  }
}
