package io.cambric.errors;

/**
 * No kernel set can run an operation.
 *
 * <p>The message names the operation and the dtypes it runs with.
 */
public final class KernelUnavailableException extends CompilationException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public KernelUnavailableException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public KernelUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
