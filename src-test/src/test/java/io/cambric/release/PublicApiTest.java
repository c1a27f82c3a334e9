package io.cambric.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The comparison with the last release looks at what modules export to everybody. */
class PublicApiTest {

  private static final Pattern EXPORT = Pattern.compile("\\bexports ([\\w.]+);");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern PUBLIC_TYPE = Pattern.compile("(?m)^public ");

  /** Modules with a descriptor; a jar without one exports all. */
  static Stream<Pom> modules() {
    return Pom.published().stream().filter(Pom::isJar).filter(PublicApiTest::hasDescriptor);
  }

  private static boolean hasDescriptor(Pom pom) {
    return Files.exists(pom.folder().resolve("src/main/java/module-info.java"));
  }

  @Test
  void the_module_for_spark_alone_has_no_descriptor_since_spark_is_no_module() {
    assertThat(Pom.published().stream().filter(Pom::isJar).filter(pom -> !hasDescriptor(pom)))
        .extracting(Pom::artifact)
        .containsExactly("cambric-spark");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void packages_with_public_types_are_exported_or_excluded(Pom pom) throws IOException {
    var sources = pom.folder().resolve("src/main/java");
    var exported = exported(sources);
    if (exported.isEmpty()) {
      assertThat(pom.property("japicmp.skip")).as("japicmp.skip").hasValue("true");
      return;
    }
    var expected = publicPackages(sources);
    expected.removeAll(exported);
    assertThat(excluded(pom)).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** {@return the excluded packages, but for those of libraries inside the jar} */
  private static Set<String> excluded(Pom pom) {
    return Arrays.stream(pom.property("api.excluded").orElse("").split(";"))
        .filter(name -> !name.isEmpty() && !name.endsWith(".shaded"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> exported(Path sources) throws IOException {
    return EXPORT
        .matcher(Files.readString(sources.resolve("module-info.java")))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static Set<String> publicPackages(Path sources) throws IOException {
    var packages = new TreeSet<String>();
    try (var files = Files.walk(sources)) {
      for (var file : (Iterable<Path>) files.filter(PublicApiTest::isType)::iterator) {
        var text = Files.readString(file);
        var name = PACKAGE.matcher(text);
        if (PUBLIC_TYPE.matcher(text).find() && name.find()) {
          packages.add(name.group(1));
        }
      }
    }
    return packages;
  }

  private static boolean isType(Path file) {
    var name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }
}
