package io.cambric.errors;

/**
 * A lifted function returns a module or a variable, which would outlive its scope.
 *
 * <p>Return arrays, and use the modules that the call was made with.
 */
public final class TransformedReturnException extends ModuleException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public TransformedReturnException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public TransformedReturnException(String message, Throwable cause) {
    super(message, cause);
  }
}
