package io.cambric.errors;

/**
 * A group of processes cannot form, or has stopped.
 *
 * <p>A process did not come in time, ended, failed, is silent, or came to another collective than
 * the others. Every process of the group gets the exception; the group cannot be used any more.
 */
public final class ProcessGroupException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message, which becomes one line. */
  public ProcessGroupException(String message) {
    super(ShownText.line(message));
  }

  /**
   * Makes the exception with its whole message, which becomes one line, and the failure that led to
   * it.
   */
  public ProcessGroupException(String message, Throwable cause) {
    super(ShownText.line(message), cause);
  }
}
