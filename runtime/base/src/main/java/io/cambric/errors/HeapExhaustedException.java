package io.cambric.errors;

/**
 * The Java heap has no room for an array or for the intermediate values of a program.
 *
 * <p>The message names the shapes, the bytes and the maximum of the heap. The cause is the error of
 * the virtual machine.
 */
public final class HeapExhaustedException extends ArrayException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public HeapExhaustedException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public HeapExhaustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
