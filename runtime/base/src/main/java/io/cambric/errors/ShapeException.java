package io.cambric.errors;

/**
 * The shapes of operands do not fit the operation.
 *
 * <p>The message names the operation, the shapes it needs and the shapes that came. Reshape,
 * broadcast or transpose an operand, or correct the size of the layer it came from.
 */
public final class ShapeException extends ArrayException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public ShapeException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public ShapeException(String message, Throwable cause) {
    super(message, cause);
  }
}
