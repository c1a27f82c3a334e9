package io.cambric.conformance.python;

/** Signals Python text that this package cannot read, or whose evaluation is an error in Python. */
public class PythonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public PythonException(String message) {
    super(message);
  }
}
