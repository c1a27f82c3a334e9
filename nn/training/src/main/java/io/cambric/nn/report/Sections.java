package io.cambric.nn.report;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The sections of a page, and the links to them at its top; mutable, for one thread. */
final class Sections {

  /** Titles by the name that links have of them. */
  private final Map<String, String> titles = new LinkedHashMap<>();

  private final Html body = new Html();

  /** Adds a section below its title. */
  void add(String title, Consumer<Html> content) {
    var name = name(title);
    titles.put(name, title);
    body.add("<section id=\"%s\" aria-labelledby=\"%s-title\">\n", name, name)
        .add("<h2 id=\"%s-title\">%s</h2>\n", name, title);
    content.accept(body);
    body.raw("</section>\n");
  }

  /** {@return letters and digits of a title, and a number where another section has the same} */
  private String name(String title) {
    var letters =
        title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    var base = letters.isEmpty() ? "section" : letters;
    var name = base;
    for (int i = 2; titles.containsKey(name); i++) {
      name = base + "-" + i;
    }
    return name;
  }

  /** Adds the links, then the sections. */
  void addTo(Html html) {
    html.raw("<nav aria-label=\"Sections\">\n<ul>\n");
    titles.forEach((name, title) -> html.add("<li><a href=\"#%s\">%s</a></li>\n", name, title));
    html.raw("</ul>\n</nav>\n<main>\n").raw(body.toString()).raw("</main>\n");
  }
}
