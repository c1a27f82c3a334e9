package io.cambric.site;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The place in the site of a file of the project. Pages of {@code docs} are at the top, pages of
 * the root next to them, everything else below {@code source}.
 */
final class Address {

  private static final Path DOCS = Path.of("docs");
  private static final String INDEX = "README.md";

  /** The map of the pages, whose folder has the front page of the site as its index. */
  private static final Path MAP = DOCS.resolve(INDEX);

  private Address() {}

  /**
   * {@return the address of a page of Markdown, relative to the site, as in {@code adr/index.html}}
   */
  static String ofPage(Path page) {
    if (page.getNameCount() == 1) {
      return withoutSuffix(page.toString()).toLowerCase(Locale.ROOT) + ".html";
    }
    if (page.equals(MAP)) {
      return "pages.html";
    }
    var inSite = page.startsWith(DOCS) ? DOCS.relativize(page) : Path.of("source").resolve(page);
    return slashes(
        page.endsWith(INDEX)
            ? inSite.resolveSibling("index.html")
            : inSite.resolveSibling(withoutSuffix(inSite.getFileName().toString()) + ".html"));
  }

  /** {@return the address of a source file} */
  static String ofFile(Path file) {
    return slashes(Path.of("source").resolve(file)) + ".html";
  }

  /** {@return the address of a picture, which keeps its name} */
  static String ofPicture(Path file) {
    return slashes(file.startsWith(DOCS) ? DOCS.relativize(file) : Path.of("source").resolve(file));
  }

  /** {@return the address of the list of a folder} */
  static String ofFolder(Path folder) {
    return slashes(Path.of("source").resolve(folder).resolve("index.html"));
  }

  /** {@return the link from one address of the site to another} */
  static String relative(String from, String to) {
    var parent = Path.of(from).getParent();
    return slashes(parent == null ? Path.of(to) : parent.relativize(Path.of(to)));
  }

  private static String withoutSuffix(String name) {
    return name.substring(0, name.length() - ".md".length());
  }

  private static String slashes(Path path) {
    return path.toString().replace('\\', '/');
  }
}
