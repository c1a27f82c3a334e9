package io.cambric.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The pages of the site, written into a folder: the pages of the map, and all pages, sources and
 * folders of the project that they link to. Mutable, for one run.
 */
final class Site {

  private final Path root;
  private final Path out;
  private final SiteMap map;
  private final Map<Path, MarkdownPage> pages = new LinkedHashMap<>();
  private final Set<Path> seen = new LinkedHashSet<>();
  private final Deque<Path> queue = new ArrayDeque<>();
  private final Layout layout;

  private Site(Path root, Path out, String version) throws IOException {
    this.root = root;
    this.out = out;
    map = SiteMap.read(root);
    for (var page : map.pages()) {
      pages.put(page, MarkdownPage.read(root, page));
      need(page);
    }
    layout = new Layout(map, pages, version);
  }

  /**
   * Writes the site.
   *
   * @param root of the project
   * @param out a folder, made where it is missing
   * @param version of the project
   */
  static void write(Path root, Path out, String version) throws IOException {
    var site = new Site(root, out, version);
    site.write(
        "index.html", site.layout.plain("Cambric", "index.html", FrontPage.html(site.pages)));
    site.write("search-index.js", SearchIndex.script(site.pages.values()));
    for (var name : new String[] {"site.css", "site.js"}) {
      site.write(name, Resource.text(name));
    }
    while (!site.queue.isEmpty()) {
      site.writeNext(site.queue.remove());
    }
  }

  private void need(Path file) {
    if (seen.add(file)) {
      queue.add(file);
    }
  }

  private void writeNext(Path file) throws IOException {
    if (Files.isDirectory(root.resolve(file))) {
      writeFolder(file);
    } else if (isPage(file)) {
      var page = pages.containsKey(file) ? pages.get(file) : MarkdownPage.read(root, file);
      var address = Address.ofPage(file);
      write(address, layout.page(page, address, page.toHtml(link -> link(file, address, link))));
    } else if (isPicture(file)) {
      var copy = out.resolve(Address.ofPicture(file));
      Files.createDirectories(copy.getParent());
      Files.copy(root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
    } else {
      var name = file.toString();
      var code = Files.readString(root.resolve(file));
      var body =
          "<article><h1 class=\"path\">%s</h1><pre class=\"code\" tabindex=\"0\"><code>%s</code></pre></article>"
              .formatted(
                  Html.escape(name),
                  Highlighter.of(name.substring(name.lastIndexOf('.') + 1)).toHtml(code));
      write(Address.ofFile(file), layout.plain(name, Address.ofFile(file), body));
    }
  }

  private void writeFolder(Path folder) throws IOException {
    var address = Address.ofFolder(folder);
    try (var children = Files.list(root.resolve(folder))) {
      var items =
          children
              .map(root::relativize)
              .filter(child -> !Files.isDirectory(root.resolve(child)) && isText(child))
              .sorted()
              .map(child ->
                  "<li><a href=\"%s\">%s</a></li>"
                      .formatted(to(address, child), Html.escape(child.getFileName().toString())))
              .collect(Collectors.joining());
      var body =
          "<article><h1 class=\"path\">%s</h1><ul>%s</ul></article>"
              .formatted(Html.escape(folder.toString()), items);
      write(address, layout.plain(folder.toString(), address, body));
    }
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }

  private static boolean isPicture(Path file) {
    return file.toString().matches(".*\\.(png|svg)");
  }

  private static boolean isText(Path file) {
    return file.toString().matches(".*\\.(java|md|txt|xml|py|sh|json|properties)");
  }

  /** {@return a link of a page, as one of the site} */
  private String link(Path page, String address, String link) {
    if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
      return link;
    }
    int hash = link.indexOf('#');
    var file = hash < 0 ? link : link.substring(0, hash);
    var target = root.relativize(root.resolve(page).resolveSibling(file).normalize());
    return to(address, target) + (hash < 0 ? "" : link.substring(hash));
  }

  /**
   * {@return the link from an address to a file or a folder of the project, which is written, too}
   */
  private String to(String address, Path target) {
    var index = target.resolve("README.md");
    var file = Files.exists(root.resolve(index)) ? index : target;
    need(file);
    return Address.relative(
        address,
        isPage(file)
            ? Address.ofPage(file)
            : Files.isDirectory(root.resolve(file))
                ? Address.ofFolder(file)
                : isPicture(file) ? Address.ofPicture(file) : Address.ofFile(file));
  }

  private void write(String address, String text) throws IOException {
    var file = out.resolve(address);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
