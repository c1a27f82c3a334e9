package io.cambric.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sections of the site and their pages, in the order of {@code sitemap.txt}. Pages of {@code
 * docs} that it does not name are in a last section.
 *
 * @param sections of the navigation
 */
record SiteMap(List<Section> sections) {

  /**
   * A section of the navigation.
   *
   * @param title above its entries
   * @param entries in order
   */
  record Section(String title, List<Entry> entries) {}

  /**
   * A page, or the first page of a folder.
   *
   * @param page relative to the root of the project
   * @param title in the navigation; empty for that of the page
   * @param below the other pages of its folder
   */
  record Entry(Path page, String title, List<Path> below) {

    boolean holds(Path other) {
      return page.equals(other) || below.contains(other);
    }
  }

  /** {@return the map of a project} */
  static SiteMap read(Path root) throws IOException {
    var sections = new ArrayList<Section>();
    for (var line : Resource.text("sitemap.txt").lines().filter(line -> !line.isBlank()).toList()) {
      if (line.startsWith("# ")) {
        sections.add(new Section(line.substring(2), new ArrayList<>()));
      } else {
        var parts = line.split(" = ");
        var title = parts.length == 1 ? "" : parts[1];
        sections.getLast().entries().add(entry(root, Path.of(parts[0]), title));
      }
    }
    var map = new SiteMap(sections);
    var named = new HashSet<>(map.pages());
    var others = markdown(root, Path.of("docs")).stream().filter(page -> !named.contains(page));
    var more = others.map(page -> new Entry(page, "", List.of())).toList();
    if (!more.isEmpty()) {
      sections.add(new Section("More", more));
    }
    return map;
  }

  private static Entry entry(Path root, Path path, String title) throws IOException {
    if (!Files.isDirectory(root.resolve(path))) {
      return new Entry(path, title, List.of());
    }
    var index = path.resolve("README.md");
    return new Entry(
        index, title, markdown(root, path).stream().filter(page -> !page.equals(index)).toList());
  }

  private static List<Path> markdown(Path root, Path folder) throws IOException {
    try (var files = Files.walk(root.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(root::relativize)
          .sorted()
          .toList();
    }
  }

  /** {@return all pages, in order} */
  List<Path> pages() {
    return entries()
        .flatMap(entry -> Stream.concat(Stream.of(entry.page()), entry.below().stream()))
        .toList();
  }

  /** {@return the entries of all sections, in order} */
  Stream<Entry> entries() {
    return sections.stream().flatMap(section -> section.entries().stream());
  }
}
