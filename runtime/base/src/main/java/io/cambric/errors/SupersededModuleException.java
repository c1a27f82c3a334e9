package io.cambric.errors;

/**
 * A module was used after a wither, a name or a transformation had replaced it.
 *
 * <p>Keep and call the result of the last expression, not the module it started from.
 */
public final class SupersededModuleException extends ModuleException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public SupersededModuleException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public SupersededModuleException(String message, Throwable cause) {
    super(message, cause);
  }
}
