package io.cambric.site;

import java.io.IOException;
import java.nio.file.Path;

/** The command that makes the site. */
public final class SiteGenerator {

  private SiteGenerator() {}

  /**
   * Writes the site and the Javadoc.
   *
   * @param args root of the project, folder of the site, version of the project
   */
  public static void main(String[] args) throws IOException {
    var root = Path.of(args[0]).toAbsolutePath().normalize();
    var out = Path.of(args[1]).toAbsolutePath().normalize();
    Site.write(root, out, args[2]);
    ApiDocs.write(root, out.resolve("api"), args[2]);
  }
}
