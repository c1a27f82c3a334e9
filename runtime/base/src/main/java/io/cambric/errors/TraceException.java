package io.cambric.errors;

/** A transformation (grad, vmap, jit, ...) cannot do what the traced function asks for. */
public abstract sealed class TraceException extends CambricException
    permits ConcretizationException,
        EscapedTracerException,
        MissingRuleException,
        DifferentiationException,
        UnboundAxisException,
        WorkerException {

  private static final long serialVersionUID = 1L;

  TraceException(String message) {
    super(message);
  }

  TraceException(String message, Throwable cause) {
    super(message, cause);
  }
}
