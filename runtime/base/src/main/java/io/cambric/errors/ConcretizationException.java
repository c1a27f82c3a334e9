package io.cambric.errors;

/**
 * A tracer without a value was used as a Java number or boolean.
 *
 * <p>Inside {@code jit} an array stands for all values of its shape, so a Java {@code if} cannot
 * look into it. Choose between arrays with {@code where} or {@code cond}, make the argument static,
 * or move the test outside of the jitted function.
 */
public final class ConcretizationException extends TraceException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public ConcretizationException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public ConcretizationException(String message, Throwable cause) {
    super(message, cause);
  }
}
