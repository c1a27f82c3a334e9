package io.cambric.processor.report;

/**
 * The subject of a diagnostic: it decides which part of the compiler finds it and knows its
 * options.
 */
public enum CompilationStage {
  /** Signatures and types, which the annotation processor checks. */
  SIGNATURES("-Acambric.severity.%s=%s"),
  /** Bodies of methods, which the compiler plugin checks. */
  BODIES("-Xplugin:\"Cambric %s=%s\"");

  private final String option;

  CompilationStage(String option) {
    this.option = option;
  }

  /** {@return the option of the compiler that gives a diagnostic a severity} */
  String option(String tag, String severity) {
    return option.formatted(tag, severity);
  }
}
