package io.cambric.conformance.python;

/**
 * Python text that does what Java's types refuse, so that no program can do it: an error of its
 * own.
 */
public final class TypeRefusal extends PythonException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public TypeRefusal(String message) {
    super(message);
  }
}
