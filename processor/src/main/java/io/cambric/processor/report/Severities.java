package io.cambric.processor.report;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The severity of each diagnostic in one compilation: its default, unless an option {@code
 * cambric.severity.Tag=error|warning|off} says otherwise.
 */
public final class Severities {

  /** What precedes the tag in the name of an option. */
  public static final String OPTION = "cambric.severity.";

  private final Map<DiagnosticCode, Severity> chosen;

  private Severities(Map<DiagnosticCode, Severity> chosen) {
    this.chosen = chosen;
  }

  /**
   * Reads the options of the compilation; those with an unknown tag or severity are left alone.
   *
   * @param options names and values, as in {@code -Acambric.severity.UnusedSubmodule=error}
   */
  public static Severities of(Map<String, String> options) {
    var chosen = new EnumMap<DiagnosticCode, Severity>(DiagnosticCode.class);
    for (var code : DiagnosticCode.values()) {
      var value = options.get(OPTION + code.tag());
      for (var severity : Severity.values()) {
        if (severity.name().toLowerCase(Locale.ROOT).equals(value)) {
          chosen.put(code, severity);
        }
      }
    }
    return new Severities(chosen);
  }

  /** {@return the severity under which {@code code} is reported} */
  public Severity of(DiagnosticCode code) {
    return chosen.getOrDefault(code, code.severity());
  }
}
