package io.cambric.errors;

/**
 * A variable is missing and cannot be created here.
 *
 * <p>Pass it in the variables, give it an initializer, or make its collection mutable.
 */
public final class VariableNotFoundException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public VariableNotFoundException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public VariableNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
