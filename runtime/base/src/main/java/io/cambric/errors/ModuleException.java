package io.cambric.errors;

/** A module is used at a time or in a way its life cycle does not allow. */
public abstract sealed class ModuleException extends CambricException
    permits UnboundModuleException,
        SubmoduleOutsideSetupException,
        SupersededModuleException,
        TransformedReturnException {

  private static final long serialVersionUID = 1L;

  ModuleException(String message) {
    super(message);
  }

  ModuleException(String message, Throwable cause) {
    super(message, cause);
  }
}
