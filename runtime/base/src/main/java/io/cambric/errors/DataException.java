package io.cambric.errors;

/**
 * A file or a row of data is missing, malformed or too large, or a checkpoint belongs to another
 * tree.
 *
 * <p>The message names the file, the line and what it should hold.
 */
public final class DataException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message, which becomes one line. */
  public DataException(String message) {
    super(ShownText.line(message));
  }

  /**
   * Makes the exception with its whole message, which becomes one line, and the failure that led to
   * it.
   */
  public DataException(String message, Throwable cause) {
    super(ShownText.line(message), cause);
  }
}
