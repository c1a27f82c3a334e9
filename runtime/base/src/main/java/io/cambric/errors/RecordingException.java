package io.cambric.errors;

/**
 * A recording of the profiler cannot start or end.
 *
 * <p>One recording at a time is started by the profiler. Its file goes into a folder that can be
 * written.
 */
public final class RecordingException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public RecordingException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public RecordingException(String message, Throwable cause) {
    super(message, cause);
  }
}
