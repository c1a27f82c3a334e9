package io.cambric.conformance.python;

/** Signals Python text that Java's types refuse, so that its translation would not compile. */
public final class TypeRefusal extends PythonException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public TypeRefusal(String message) {
    super(message);
  }
}
