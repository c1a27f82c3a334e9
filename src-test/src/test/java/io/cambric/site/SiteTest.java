package io.cambric.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site as it is generated, without the Javadoc. */
class SiteTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("<[^>]* (?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("<[^>]* id=\"([^\"]*)\"");

  /** Pages by their addresses. */
  private static final Map<String, String> PAGES = new TreeMap<>();

  @TempDir private static Path site;

  @BeforeAll
  static void write() throws IOException {
    Site.write(ROOT, site, "1.0");
    try (var files = Files.walk(site)) {
      for (var file : files.filter(each -> each.toString().endsWith(".html")).toList()) {
        PAGES.put(site.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
  }

  @Test
  void every_link_leads_to_a_file_of_the_site_and_to_an_anchor_in_it() {
    var ids =
        PAGES.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, page -> ids(page.getValue())));
    var broken = new ArrayList<String>();
    PAGES.forEach((address, html) ->
        LINK.matcher(html)
            .results()
            .map(link -> link.group(1))
            .filter(link -> !link.matches("[a-z]+:.*") && !leads(address, link, ids))
            .forEach(link -> broken.add(address + ": " + link)));
    assertThat(broken).isEmpty();
  }

  private static Set<String> ids(String html) {
    return ID.matcher(html).results().map(id -> id.group(1)).collect(Collectors.toSet());
  }

  private static boolean leads(String address, String link, Map<String, Set<String>> ids) {
    int hash = link.indexOf('#');
    var file = hash < 0 ? link : link.substring(0, hash);
    var target =
        file.isEmpty()
            ? address
            : Path.of("/" + address).resolveSibling(file).normalize().toString().substring(1);
    if (target.startsWith("api/")) {
      return true;
    }
    return Files.isRegularFile(site.resolve(target))
        && (hash < 0 || ids.get(target).contains(link.substring(hash + 1)));
  }

  @Test
  void every_page_of_docs_is_there_with_its_title() throws IOException {
    try (var files = Files.walk(ROOT.resolve("docs"))) {
      for (var file : files.filter(each -> each.toString().endsWith(".md")).toList()) {
        var page = MarkdownPage.read(ROOT, ROOT.relativize(file));
        assertThat(PAGES.get(Address.ofPage(page.file())))
            .as("%s", page.file())
            .contains("<title>%s – Cambric</title>".formatted(Html.escape(page.title())));
      }
    }
  }

  @Test
  void front_page_has_the_speed_and_the_first_program() {
    assertThat(PAGES.get("index.html"))
        .contains("<th>row</th>", "JAX", "PyTorch")
        .contains("<span class=\"keyword\">class</span> Train {");
  }

  @Test
  void long_names_break_between_their_words() {
    assertThat(PAGES.get("reference/errors/index.html"))
        .contains(">Collection<wbr>Not<wbr>Found<wbr>Exception</a>");
  }

  @Test
  void pages_need_no_network() {
    PAGES.forEach((address, html) ->
        assertThat(html)
            .as(address)
            .doesNotContainPattern("<(?:script|img|link)[^>]* (?:src|href)=\"[a-z]*:?//"));
  }

  @Test
  void ids_of_a_page_are_unique() {
    PAGES.forEach((address, html) -> {
      List<String> ids = ID.matcher(html).results().map(id -> id.group(1)).toList();
      assertThat(ids).as(address).doesNotHaveDuplicates();
    });
  }
}
