package io.cambric.errors;

/**
 * A variable or output that all iterations of a lifted loop share depends on values that differ
 * between them.
 *
 * <p>Carry the variable, or give it an axis, so that each iteration has its own.
 */
public final class LoopDependenceException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public LoopDependenceException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public LoopDependenceException(String message, Throwable cause) {
    super(message, cause);
  }
}
