package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which types the signatures of a module may mention: those that it and its users can reach. */
class VisibilityTest {

  @TempDir private Path folder;

  private static final String DEFINITION =
      """
      class Example {
        enum Mode { FAST, EXACT }
        @Module record ADef(Mode mode) {
          public record Pair(Array left, Array right) {}
          record Hidden(Array a) {}
          @Compact Pair call(Array x) { return new Pair(x, x); }
          @Compact List<Hidden> all(Mode other) { return List.of(); }
        }
      }
      """;

  @Test
  void types_of_the_package_will_do_where_no_module_exports_it() throws IOException {
    assertThat(Compile.everything(Compile.example(DEFINITION))).isEmpty();
    assertThat(inModule("module user {}", DEFINITION)).isEmpty();
  }

  @Test
  void result_record_of_a_hidden_definition_is_used_from_another_package() {
    var user =
        JavaFileObjects.forSourceString(
            "other.User",
            """
            package other;
            import example.A;
            import io.cambric.core.Array;
            import io.cambric.scope.Variables;
            class User {
              Array sum(A a, Variables v, Array x) {
                var pair = a.apply(v, x);
                return pair.left().add(pair.right());
              }
            }
            """);
    var definition =
        """
        @Module record ADef(int n) {
          public record Pair(Array left, Array right) {}
          @Compact Pair call(Array x) { return new Pair(x, x); }
        }
        """;
    var sources = List.of(Compile.exampleFile(definition), user);

    var compilation = Compile.all(sources, new CambricProcessor());

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  @Test
  void users_of_an_exported_package_need_public_types() throws IOException {
    assertThat(inModule("module user { exports example; }", DEFINITION))
        .containsExactly(
            "[TypeLessVisible] The generated class A is public and exported, but component mode has"
                + " type Mode, which is not public. Make Mode public.",
            "[TypeLessVisible] The generated class A is public and exported, but parameter other of"
                + " all has type Mode, which is not public. Make Mode public, or make all private.",
            "[TypeLessVisible] The generated class A is public and exported, but the result of all"
                + " has type Hidden, which is not public. Make Hidden public, or make all"
                + " private.");
  }

  @Test
  void generated_code_of_an_exported_package_compiles_with_all_lint() throws IOException {
    var definition =
        """
        public final class Example {
          private Example() {}
          public enum Mode { FAST, EXACT }
          @Module record ADef(Mode mode) {
            public record Pair(Array left, Array right) {}
            @Compact Pair call(Array x) { return new Pair(x, x); }
          }
          @PyTree record State(Array a) implements StateWith {}
        }
        """;

    assertThat(inModule("module user { exports example; }", definition)).isEmpty();
  }

  @Test
  void private_type_around_a_type_is_named() {
    var compilation =
        Compile.example(
            """
            class Example {
              private static class Box { record Size(int n) {} }
              @Module record ADef(Box.Size size) {
                <T extends Box.Size> int width(T t) { return t.n(); }
              }
              Object model = A.class;
            }
            """);

    assertThat(Compile.everything(compilation))
        .containsExactly(
            "[TypeLessVisible] The generated class A cannot use private types, but "
                + "component size has type Size, and Box around it is private. Remove private "
                + "from Box.",
            "[TypeLessVisible] The generated class A cannot use private types, but type "
                + "parameter T has type Size, and Box around it is private. Remove private from "
                + "Box, or make width private.");
  }

  /** The messages of the compiler for the example in a module that reads the class path. */
  private List<String> inModule(String module, String code) throws IOException {
    var library = new Build(folder.resolve("library"));
    var stubs = new ArrayList<Path>();
    for (var stub : Compile.sources(Compile.RESOURCES.resolve("stubs"))) {
      var name = stub.getName().substring(1).replace(".java", "");
      stubs.add(library.source("src", name, stub.getCharContent(false).toString()));
    }
    assertThat(library.compile(stubs).messages()).isEmpty();
    var build = new Build(folder.resolve("user")).using(library);
    var sources =
        List.of(
            build.source("src", "module-info", module),
            build.source(
                "src", "example/Example", "package example; " + DiagnosticPage.imports() + code));
    return build
        .compile(sources, "--add-reads", "user=ALL-UNNAMED", "-Xlint:all,-options,-path")
        .messages();
  }
}
