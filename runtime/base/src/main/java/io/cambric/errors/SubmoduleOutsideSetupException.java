package io.cambric.errors;

/**
 * A submodule, parameter or variable was created outside a compact or setup method.
 *
 * <p>Annotate the method with {@code @Compact}, or move the creation to {@code @Setup}.
 */
public final class SubmoduleOutsideSetupException extends ModuleException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public SubmoduleOutsideSetupException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public SubmoduleOutsideSetupException(String message, Throwable cause) {
    super(message, cause);
  }
}
