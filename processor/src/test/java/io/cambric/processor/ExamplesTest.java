package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of {@code @Example}: main sources list definitions, and the tests are compiled with theirs.
 */
class ExamplesTest {

  private static final String IMPORTS = DiagnosticPage.imports() + "\n";

  private static final String NET =
      """
      @Module
      @Example(module = "Net.of(3)", in = "f32[2, 3]", out = "f32[2, 3]")
      record NetDef(int n) { @Compact Array call(Array x) { return x; } }
      """;

  private static final String TEST = "class AnyTest { @org.junit.jupiter.api.Test void any() {} }";

  @TempDir private Path folder;
  private Build library;
  private Build main;
  private Build tests;

  @BeforeEach
  void compileTheLibrary() throws IOException {
    library = new Build(folder.resolve("library"));
    var sources = new ArrayList<Path>();
    for (var stub : Compile.sources(Compile.RESOURCES.resolve("stubs"))) {
      var name = stub.getName().substring(1).replace(".java", "");
      sources.add(library.source("src", name, stub.getCharContent(false).toString()));
    }
    assertThat(library.compile(sources).messages()).isEmpty();
    main = new Build(folder.resolve("project/main")).using(library).withoutJUnit();
    tests = new Build(folder.resolve("project/test")).using(main).using(library);
  }

  @Test
  void main_sources_are_listed_and_get_no_test() throws IOException {
    var sources = List.of(source(main, "example", "NetDef", NET));

    var result = main.compile(sources, "-Xlint:processing");

    assertThat(result.messages()).isEmpty();
    assertThat(result.generated()).containsOnlyKeys("example/Net.java");
    assertThat(list()).containsExactly("example.NetDef");
  }

  @Test
  void main_sources_without_examples_have_no_list() {
    main.compile(
        List.of(source(main, "example", "NetDef", "@Module record NetDef() { void call() {} }")));

    assertThat(main.classes().resolve("META-INF")).doesNotExist();
  }

  @Test
  void tests_of_listed_definitions_are_written_with_the_other_tests_in_their_packages() {
    main.compile(
        List.of(
            source(main, "example/deep", "NetDef", NET),
            source(main, "example", "Nets", "class Nets { %s }".formatted(NET))));

    var result = tests.compile(List.of(source(tests, "other", "AnyTest", TEST)));

    assertThat(result.messages()).isEmpty();
    assertThat(result.generated())
        .containsOnlyKeys("example/NetExamplesTest.java", "example/deep/NetExamplesTest.java");
  }

  @Test
  void expressions_use_the_imports_of_the_definition_whose_source_is_not_there() {
    var code =
        """
        @Module
        @Example(module = "Net.of(List.of(3), SIZE)", in = "f32[2, 3]")
        record NetDef(List<Integer> sizes, int n) {
          static final int SIZE = 3;
          @Compact Array call(Array x) { return x; }
        }
        """;
    main.compile(List.of(source(main, "example", "NetDef", code)));

    var result = tests.compile(List.of(source(tests, "other", "AnyTest", TEST)));

    assertThat(result.messages()).isEmpty();
    assertThat(result.generated().get("example/NetExamplesTest.java"))
        .contains("import java.util.*;\n", "import static example.NetDef.*;\n");
  }

  @Test
  void sources_without_an_annotation_of_jupiter_start_no_tests() {
    main.compile(List.of(source(main, "example", "NetDef", NET)));

    var result = tests.compile(List.of(source(tests, "other", "Helper", "class Helper {}")));

    assertThat(result.generated()).isEmpty();
  }

  @Test
  void definition_among_the_tests_gets_its_test_at_once() {
    var result = tests.compile(List.of(source(tests, "example", "NetDef", NET)));

    assertThat(result.messages()).isEmpty();
    assertThat(result.generated())
        .containsOnlyKeys("example/Net.java", "example/NetExamplesTest.java");
    assertThat(tests.classes().resolve("META-INF")).doesNotExist();
  }

  @Test
  void jar_of_another_project_is_not_read() throws IOException {
    main.compile(List.of(source(main, "example", "NetDef", NET)));
    var jar = folder.resolve("project/main/net.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(main.classes())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(main.classes().relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    var user = new Build(folder.resolve("user/test")).using(jar).using(library);

    var result = user.compile(List.of(source(user, "other", "AnyTest", TEST)));

    assertThat(result.generated()).isEmpty();
  }

  @Test
  void classes_of_another_project_in_the_same_build_are_not_read() {
    main.compile(List.of(source(main, "example", "NetDef", NET)));
    var user = new Build(folder.resolve("user/test")).using(main).using(library);

    var result = user.compile(List.of(source(user, "other", "AnyTest", TEST)));

    assertThat(result.generated()).isEmpty();
  }

  @Test
  void compilation_of_one_file_keeps_the_others_in_the_list() throws IOException {
    main.compile(
        List.of(
            source(main, "example", "NetDef", NET), source(main, "example/deep", "NetDef", NET)));

    main.compile(List.of(source(main, "example", "NetDef", NET)));

    assertThat(list()).containsExactly("example.NetDef", "example.deep.NetDef");
  }

  @Test
  void definition_without_examples_any_more_gets_no_test() {
    var deep = source(main, "example/deep", "NetDef", NET);
    main.compile(List.of(source(main, "example", "NetDef", NET), deep));
    main.compile(List.of(source(main, "example", "NetDef", NET.replaceAll("@Example.*", ""))));

    var result = tests.compile(List.of(source(tests, "other", "AnyTest", TEST)));

    assertThat(result.generated()).containsOnlyKeys("example/deep/NetExamplesTest.java");
  }

  @Test
  void test_of_the_same_name_is_reported() {
    main.compile(List.of(source(main, "example", "NetDef", NET)));
    var own = TEST.replace("AnyTest", "NetExamplesTest");

    var result = tests.compile(List.of(source(tests, "example", "NetExamplesTest", own)));

    assertThat(result.messages())
        .containsExactly(
            "[DuplicateModule] The examples of NetDef would generate example.NetExamplesTest,"
                + " which exists already. Rename one of them.");
  }

  @Test
  void wrong_expression_is_an_error_of_the_compiler_in_the_test_that_names_the_definition() {
    var code = NET.replace("Net.of(3)", "Net.of(missing)");

    var result = tests.compile(List.of(source(tests, "example", "NetDef", code)));

    assertThat(result.messages()).containsOnly("cannot find symbol");
    assertThat(result.generated().get("example/NetExamplesTest.java"))
        .contains("// The expressions are those of @Example 1 of NetDef.");
  }

  @Test
  void definition_in_no_package_has_a_test_there() {
    var file = tests.source("src", "NetDef", IMPORTS + NET);

    var result = tests.compile(List.of(file));

    assertThat(result.messages()).isEmpty();
    assertThat(result.generated()).containsOnlyKeys("Net.java", "NetExamplesTest.java");
  }

  private static Path source(Build build, String packagePath, String name, String code) {
    var text = "package %s; %s%s".formatted(packagePath.replace('/', '.'), IMPORTS, code);
    return build.source("src", packagePath + "/" + name, text);
  }

  private List<String> list() throws IOException {
    return Files.readAllLines(main.classes().resolve("META-INF/cambric/examples"));
  }
}
