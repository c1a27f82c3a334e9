package io.cambric.site;

import java.nio.file.Path;
import java.util.Map;

/** The first page: what the project is, the first program, and the table of speed. */
final class FrontPage {

  private static final Path README = Path.of("README.md");
  private static final Path SPEED = Path.of("docs", "inside", "benchmarks", "zen-4.md");

  private FrontPage() {}

  /** {@return its body; program and figures come from the pages that have them} */
  static String html(Map<Path, MarkdownPage> pages) {
    return Layout.fill(
        Resource.text("front.html"),
        Map.of(
            "program", Highlighter.JAVA.toHtml(pages.get(README).firstCode("java")),
            "speed", pages.get(SPEED).firstTable("Training steps, two threads")));
  }
}
