package io.cambric.errors;

/** A program cannot be compiled or no kernel runs it. */
public abstract sealed class CompilationException extends CambricException
    permits KernelUnavailableException {

  private static final long serialVersionUID = 1L;

  CompilationException(String message) {
    super(message);
  }

  CompilationException(String message, Throwable cause) {
    super(message, cause);
  }
}
