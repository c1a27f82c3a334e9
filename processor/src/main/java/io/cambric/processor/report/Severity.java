package io.cambric.processor.report;

import javax.tools.Diagnostic;

/** How loudly a diagnostic is reported. */
public enum Severity {
  /** Fails the compilation. */
  ERROR(Diagnostic.Kind.ERROR),
  /** Is shown; fails the compilation only under {@code -Werror}. */
  WARNING(Diagnostic.Kind.WARNING),
  /** Is not reported. */
  OFF(Diagnostic.Kind.OTHER);

  private final Diagnostic.Kind kind;

  Severity(Diagnostic.Kind kind) {
    this.kind = kind;
  }

  /** {@return the kind under which the compiler shows it} */
  public Diagnostic.Kind kind() {
    return kind;
  }
}
