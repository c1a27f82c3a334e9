package io.cambric.errors;

/**
 * A hyperparameter is out of its range, contradicts another, or is missing. It belongs to a layer,
 * an optimiser, a schedule or an initializer.
 *
 * <p>Give a value in the range that the message names.
 */
public final class HyperparameterException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public HyperparameterException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public HyperparameterException(String message, Throwable cause) {
    super(message, cause);
  }
}
