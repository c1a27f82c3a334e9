package io.cambric.site;

import java.util.Collection;
import java.util.stream.Collectors;

/** The titles and headings of all pages, as a script that the search of the site reads. */
final class SearchIndex {

  private SearchIndex() {}

  /** {@return the script} */
  static String script(Collection<MarkdownPage> pages) {
    return pages.stream()
        .flatMap(page ->
            page.headings().stream()
                .map(heading ->
                    "[%s,%s,%s]"
                        .formatted(
                            quoted(page.title()),
                            quoted(heading.level() == 1 ? "" : heading.text()),
                            quoted(address(page, heading)))))
        .collect(Collectors.joining(",\n", "const HEADINGS = [\n", "\n];\n"));
  }

  private static String address(MarkdownPage page, Heading heading) {
    return Address.ofPage(page.file()) + (heading.level() == 1 ? "" : "#" + heading.anchor());
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("<", "\\u003c") + '"';
  }
}
