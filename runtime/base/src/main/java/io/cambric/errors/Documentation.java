package io.cambric.errors;

import java.io.IOException;
import java.util.Properties;

/**
 * The place of the documentation. A published build knows the address of its repository; another
 * one names the file among the sources, as no address leads anywhere yet.
 */
final class Documentation {

  private static final String RESOURCE = "documentation.properties";

  /** The account in the root pom before somebody publishes. */
  private static final String NOBODY = "OWNER";

  private static final Properties BUILD = read();

  private Documentation() {}

  private static Properties read() {
    var properties = new Properties();
    try (var stream = Documentation.class.getResourceAsStream(RESOURCE)) {
      if (stream != null) {
        properties.load(stream);
      }
    } catch (IOException e) {
      // An exception has to be shown even where its jar cannot be read any more.
      properties.clear();
    }
    return properties;
  }

  /**
   * {@return where a page is}
   *
   * @param page relative to the folder of the documentation
   */
  static String address(String page) {
    return address(page, BUILD);
  }

  static String address(String page, Properties build) {
    return build.getProperty("account", NOBODY).equals(NOBODY)
        ? "docs/" + page + " in the sources of Cambric"
        : build.getProperty("pages") + page;
  }
}
