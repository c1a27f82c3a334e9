package io.cambric.errors;

/**
 * A predictor cannot accept a request, or did not process it in time.
 *
 * <p>The queue is full, the request has waited too long, or the predictor is closed. {@link
 * #reason} says which, so that a server can choose its answer.
 */
public final class UnavailableException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Why a request has no answer. */
  public enum Reason {
    /** The queue had no room: the same request may come again later. */
    OVERLOADED,
    /** The request waited longer than its timeout. */
    TIMED_OUT,
    /** The predictor takes no requests any more. */
    CLOSED
  }

  private final Reason reason;

  /** Makes the exception with its whole message. */
  public UnavailableException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public UnavailableException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** {@return why the request has no answer} */
  public Reason reason() {
    return reason;
  }
}
