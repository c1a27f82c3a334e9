package io.cambric.errors;

/**
 * A function cannot be differentiated as requested.
 *
 * <p>Gradients need a scalar floating output and floating inputs; the message names the output or
 * the input that is neither.
 */
public final class DifferentiationException extends TraceException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public DifferentiationException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public DifferentiationException(String message, Throwable cause) {
    super(message, cause);
  }
}
