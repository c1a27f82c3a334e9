package io.cambric.errors;

/**
 * An unbound module was asked to compute or to read variables.
 *
 * <p>Call it through {@code init}, {@code apply} or {@code bind}, or inside a method of another
 * module.
 */
public final class UnboundModuleException extends ModuleException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public UnboundModuleException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public UnboundModuleException(String message, Throwable cause) {
    super(message, cause);
  }
}
