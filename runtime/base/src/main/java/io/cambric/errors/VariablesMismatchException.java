package io.cambric.errors;

/**
 * The variables passed to a strict apply differ from the variables that the model uses.
 *
 * <p>Pass what init of this model returned, convert variables of another dtype, or leave {@code
 * strict()} out.
 */
public final class VariablesMismatchException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public VariablesMismatchException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public VariablesMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
