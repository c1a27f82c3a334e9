package io.cambric.processor.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The pages of the diagnostics. A published build knows the address of its repository; another one
 * names the file among the sources, as no address leads anywhere yet.
 */
final class Pages {

  private static final String RESOURCE = "pages.properties";

  /** The account in the root pom before somebody publishes. */
  private static final String NOBODY = "OWNER";

  private static final Properties BUILD = read();

  private Pages() {}

  private static Properties read() {
    var properties = new Properties();
    try (var stream = Pages.class.getResourceAsStream(RESOURCE)) {
      if (stream != null) {
        properties.load(stream);
      }
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException("The jar of the processor can't be read.", e);
    }
  }

  /** {@return where the page of a diagnostic is} */
  static String of(DiagnosticCode code) {
    return of(code, BUILD);
  }

  static String of(DiagnosticCode code, Properties build) {
    var page = "reference/diagnostics/" + code.tag() + ".md";
    return build.getProperty("account", NOBODY).equals(NOBODY)
        ? "docs/" + page + " in the sources of Cambric"
        : build.getProperty("pages") + page;
  }
}
