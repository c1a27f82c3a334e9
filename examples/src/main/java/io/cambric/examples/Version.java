package io.cambric.examples;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}: the version of the build, and of Java. */
public final class Version implements IVersionProvider {

  private static final String RESOURCE = "version.properties";

  /** Made by picocli. */
  public Version() {}

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"Cambric " + built(), "Java " + Runtime.version()};
  }

  private static String built() throws IOException {
    try (var stream = Version.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new IOException(
            "The examples need their resource " + RESOURCE + ", but it is missing. Build again.");
      }
      var properties = new Properties();
      properties.load(stream);
      return properties.getProperty("version");
    }
  }
}
