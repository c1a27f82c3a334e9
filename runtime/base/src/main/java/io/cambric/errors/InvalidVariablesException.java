package io.cambric.errors;

/**
 * The variables given to apply are not a map of collections to maps of arrays.
 *
 * <p>Pass what {@code init} returned, or build it with {@code Variables.of}.
 */
public final class InvalidVariablesException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public InvalidVariablesException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public InvalidVariablesException(String message, Throwable cause) {
    super(message, cause);
  }
}
