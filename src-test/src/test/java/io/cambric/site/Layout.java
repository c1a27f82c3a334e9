package io.cambric.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The frame of all pages: a header, the navigation, the headings of the page, and the way to the
 * next page.
 */
final class Layout {

  private static final String FRAME = Resource.text("frame.html");

  private final SiteMap map;
  private final Map<Path, MarkdownPage> pages;
  private final String version;

  Layout(SiteMap map, Map<Path, MarkdownPage> pages, String version) {
    this.map = map;
    this.pages = pages;
    this.version = version;
  }

  /** {@return the whole HTML of a page of Markdown} */
  String page(MarkdownPage page, String address, String body) {
    return frame(
        page.title(),
        address,
        navigation(address, page.file()),
        "<article>%s</article>%s".formatted(body, neighbours(page.file(), address)),
        headings(page));
  }

  /** {@return the whole HTML of something else} */
  String plain(String title, String address, String body) {
    return frame(title, address, navigation(address, Path.of("")), body, "");
  }

  private String frame(
      String title, String address, String navigation, String body, String headings) {
    var values =
        Map.of(
            "title",
            Html.escape(title.equals("Cambric") ? title : title + " – Cambric"),
            "base",
            Address.relative(address, "index.html").replaceAll("index\\.html$", ""),
            "version",
            Html.escape(version),
            "navigation",
            Html.breakable(navigation),
            "headings",
            headings,
            "body",
            Html.breakable(body));
    return fill(FRAME, values);
  }

  /** {@return a text with the values in the place of their names in double braces} */
  static String fill(String template, Map<String, String> values) {
    var html = new StringBuilder();
    int end = 0;
    for (int start = template.indexOf("{{"); start >= 0; start = template.indexOf("{{", end)) {
      int close = template.indexOf("}}", start);
      html.append(template, end, start);
      html.append(values.get(template.substring(start + 2, close)));
      end = close + 2;
    }
    return html.append(template.substring(end)).toString();
  }

  private String navigation(String address, Path current) {
    var html = new StringBuilder();
    for (var section : map.sections()) {
      html.append("<h2>%s</h2><ul>".formatted(Html.escape(section.title())));
      for (var entry : section.entries()) {
        html.append("<li>").append(link(address, entry.page(), entry.title(), current));
        if (entry.holds(current)) {
          html.append(
              entry.below().stream()
                  .map(page -> "<li>%s</li>".formatted(link(address, page, "", current)))
                  .collect(Collectors.joining("", "<ul>", "</ul>")));
        }
        html.append("</li>");
      }
      html.append("</ul>");
    }
    return html.toString().replace("<ul></ul>", "");
  }

  private String link(String from, Path page, String title, Path current) {
    return "<a href=\"%s\"%s>%s</a>"
        .formatted(
            Address.relative(from, Address.ofPage(page)),
            page.equals(current) ? " aria-current=\"page\"" : "",
            Html.escape(title.isEmpty() ? title(page) : title));
  }

  private String title(Path page) {
    var found = pages.get(page);
    if (found == null) {
      throw new IllegalArgumentException("sitemap.txt names %s, which is missing.".formatted(page));
    }
    return found.title();
  }

  private static String headings(MarkdownPage page) {
    var links =
        page.headings().stream()
            .filter(heading -> heading.level() == 2)
            .map(heading ->
                "<li><a href=\"#%s\">%s</a></li>"
                    .formatted(heading.anchor(), Html.escape(heading.text())))
            .toList();
    return links.size() < 2
        ? ""
        : "<h2>On this page</h2><ul>%s</ul>".formatted(String.join("", links));
  }

  private String neighbours(Path page, String address) {
    List<Path> order = map.pages();
    int at = order.indexOf(page);
    if (at < 0) {
      return "";
    }
    var html = new StringBuilder("<nav class=\"neighbours\" aria-label=\"Next pages\">");
    if (at > 0) {
      html.append(neighbour("prev", address, order.get(at - 1)));
    }
    if (at + 1 < order.size()) {
      html.append(neighbour("next", address, order.get(at + 1)));
    }
    return html.append("</nav>").toString();
  }

  private String neighbour(String rel, String address, Path page) {
    return "<a rel=\"%s\" href=\"%s\"><small>%s</small>%s</a>"
        .formatted(
            rel,
            Address.relative(address, Address.ofPage(page)),
            rel.equals("prev") ? "Back" : "Next",
            Html.escape(title(page)));
  }
}
