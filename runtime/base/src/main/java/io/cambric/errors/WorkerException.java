package io.cambric.errors;

/**
 * A worker of {@code pmap} failed, or the workers reached different collectives.
 *
 * <p>The cause is what the worker threw. Workers must pass the same collectives in the same order,
 * so a collective in a branch or a loop needs a predicate that all share.
 */
public final class WorkerException extends TraceException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public WorkerException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public WorkerException(String message, Throwable cause) {
    super(message, cause);
  }
}
