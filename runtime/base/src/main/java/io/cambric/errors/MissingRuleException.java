package io.cambric.errors;

/**
 * A primitive lacks the rule that a transformation needs.
 *
 * <p>The message names the primitive and the transformation. Rewrite the function with primitives
 * that have the rule, or give it a rule of its own with {@code customVjp} or {@code customJvp}.
 */
public final class MissingRuleException extends TraceException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public MissingRuleException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public MissingRuleException(String message, Throwable cause) {
    super(message, cause);
  }
}
