package io.cambric.errors;

/**
 * Root of every exception that Cambric throws on purpose; unchecked.
 *
 * <p>A message says where, what is needed, what came and what to do. One that shows a weak type
 * ends with what its mark means. Control characters are shown as numbers. {@link #toString}, which
 * stack traces print, adds the page that explains the class with a failing and a fixed example.
 */
public abstract sealed class CambricException extends RuntimeException
    permits ArrayException,
        TraceException,
        ScopeException,
        ModuleException,
        DataException,
        HyperparameterException,
        NestingException,
        NonFiniteException,
        ProcessGroupException,
        RecordingException,
        UnavailableException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception with a message that says where, what was needed, what came, what to do. */
  protected CambricException(String message) {
    super(WeakMark.explained(ShownText.lines(message)));
  }

  /** Makes an exception that keeps the failure that led to it. */
  protected CambricException(String message, Throwable cause) {
    super(WeakMark.explained(ShownText.lines(message)), cause);
  }

  /** {@return the page, relative to the documentation folder, that explains this class} */
  public final String page() {
    return "reference/errors/" + getClass().getSimpleName() + ".md";
  }

  @Override
  public String toString() {
    return super.toString() + " (see " + Documentation.address(page()) + ")";
  }
}
