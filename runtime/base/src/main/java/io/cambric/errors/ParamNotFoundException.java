package io.cambric.errors;

/**
 * A parameter is missing from the variables given to apply.
 *
 * <p>Pass variables made by {@code init} of the same module, or call {@code init} again after
 * changing the model.
 */
public final class ParamNotFoundException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public ParamNotFoundException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public ParamNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
