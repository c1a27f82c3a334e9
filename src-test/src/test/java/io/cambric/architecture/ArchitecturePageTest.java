package io.cambric.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of packages in ARCHITECTURE.md, one for each artifact, against sources and classes.
 */
class ArchitecturePageTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  /** The longest page that a newcomer reads in one sitting. */
  private static final int LINES = 400;

  /** An artifact, and its packages from the lowest row up. */
  private record Table(String folder, List<String> packages) {

    boolean isBelow(String lower, String upper) {
      return packages.indexOf(lower) <= packages.indexOf(upper);
    }

    @Override
    public String toString() {
      return folder;
    }
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(ROOT.resolve("ARCHITECTURE.md"));
  }

  static Stream<Table> tables() throws IOException {
    var tables = new LinkedHashMap<String, List<String>>();
    var packages = new ArrayList<String>();
    for (var line : lines()) {
      if (line.startsWith("## ")) {
        packages = new ArrayList<>();
      } else if (line.startsWith("### ")) {
        packages = new ArrayList<>();
        tables.put(line.substring("### ".length()), packages);
      } else if (line.startsWith("| `")) {
        packages.addAll(names(line.split("\\|")[1]));
      }
    }
    tables.values().removeIf(List::isEmpty);
    return tables.entrySet().stream().map(each -> new Table(each.getKey(), each.getValue()));
  }

  /** {@return the packages of a cell: in {@code lax.op, .conv} the second is {@code lax.conv}} */
  private static List<String> names(String cell) {
    var names = new ArrayList<String>();
    var matcher = NAME.matcher(cell);
    while (matcher.find()) {
      var name = matcher.group(1);
      names.add(name.startsWith(".") ? parent(names.getFirst()) + name : name);
    }
    return names;
  }

  private static String parent(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static List<String> packagesOf(Path artifact) throws IOException {
    var sources = artifact.resolve("src/main/java/io/cambric");
    try (var files = Files.walk(sources)) {
      return files
          .filter(file -> file.endsWith("package-info.java"))
          .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
          .toList();
    }
  }

  @Test
  void each_artifact_with_code_has_a_table() throws IOException {
    try (var folders = Files.walk(ROOT, 2)) {
      var artifacts =
          folders
              .filter(folder -> Files.exists(folder.resolve("src/main/java/io/cambric")))
              .map(folder -> ROOT.relativize(folder).toString())
              .filter(folder -> !folder.startsWith("examples") && !folder.startsWith("src-test"));
      assertThat(tables().map(Table::folder))
          .containsExactlyInAnyOrderElementsOf(artifacts.toList());
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void a_table_has_each_package_of_its_artifact_once(Table table) throws IOException {
    assertThat(table.packages())
        .containsExactlyInAnyOrderElementsOf(packagesOf(ROOT.resolve(table.folder())));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void a_package_uses_none_that_comes_after_it(Table table) {
    for (var from : table.packages()) {
      noClasses()
          .that(describe("are in " + from, type -> name(type).equals(from)))
          .should()
          .dependOnClassesThat(
              describe("come after " + from, type -> !table.isBelow(name(type), from)))
          .allowEmptyShould(true)
          .check(MainClasses.ALL);
    }
  }

  private static String name(JavaClass type) {
    var name = type.getBaseComponentType().getPackageName();
    return name.startsWith("io.cambric.") ? name.substring("io.cambric.".length()) : "";
  }

  @Test
  void the_page_has_a_length_that_a_newcomer_reads() throws IOException {
    assertThat(lines()).hasSizeLessThanOrEqualTo(LINES);
  }

  @Test
  void a_name_with_a_leading_dot_has_the_parent_of_the_first_of_its_cell() {
    assertThat(names(" `lax.special`, `.linalg`, `.conv` "))
        .containsExactly("lax.special", "lax.linalg", "lax.conv");
  }

  @Test
  void packages_are_read_row_by_row() throws IOException {
    Map<String, List<String>> byFolder = new LinkedHashMap<>();
    tables().forEach(table -> byFolder.put(table.folder(), table.packages()));
    assertThat(byFolder.get("annotations")).containsExactly("annotations");
    assertThat(byFolder.get("runtime/distributed")).containsExactly("distributed");
  }
}
