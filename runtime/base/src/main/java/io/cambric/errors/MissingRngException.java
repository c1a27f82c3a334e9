package io.cambric.errors;

/**
 * A random stream was requested that was not passed to init or apply.
 *
 * <p>Pass the stream with {@code rng(name, key)}, or run the module without randomness.
 */
public final class MissingRngException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public MissingRngException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public MissingRngException(String message, Throwable cause) {
    super(message, cause);
  }
}
