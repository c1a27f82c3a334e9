package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.processor.read.ElementNames;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases of signature checks beyond the examples in the documentation. */
class SignatureChecksTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int[][]|which compares by identity. Use List<List<Integer>>, or declare it as a param in"
            + " call().",
        "Array|which compares by identity. Pass it to call(), or declare it as a param or a"
            + " variable.",
        "List<float[]>|in which float[] compares by identity. Use List<Float>, or declare it as a"
            + " param in call().",
        "ArrayList<String>|which is mutable. Use List<String>.",
        "HashMap<String, Integer>|which is mutable. Use Map<String, Integer>.",
        "TreeSet<String>|which is mutable. Use Set<String>.",
        "StringBuilder|which is mutable. Use String.",
        "BitSet|which is mutable. Use an immutable value, or a variable if it changes.",
        "Deque<String>|which is mutable. Use List<String>.",
        "Iterator<String>|which is mutable. Use List<String>.",
        "java.util.stream.Stream<String>|which is mutable. Use List<String>.",
        "java.util.Random|which is mutable. Use an immutable value, or a variable if it changes.",
        "java.nio.FloatBuffer|which is mutable. Use an immutable value, or a variable if it"
            + " changes.",
        "Key|in which Array compares by identity. Pass it to call(), or declare it as a param or a"
            + " variable.",
      })
  void component_that_is_no_value_is_reported_with_its_mend(String type, String rest) {
    var compilation = Compile.example("@Module record ADef(" + type + " c) {}");

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "1: [ComponentNotHashable] Component c of ADef has type "
                + type.replaceAll("[a-z]+\\.", "")
                + ", "
                + rest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "List<String>",
        "Map<String, List<Integer>>",
        "Optional<Dense>",
        "Initializer",
        "Object",
        "Class<?>",
        "java.util.function.UnaryOperator<Array>",
        "@Nullable String",
      })
  void value_is_no_mistake(String type) {
    var compilation = Compile.example("@Module record ADef(" + type + " c) {}");

    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self",
        "copy",
        "path",
        "variables",
        "bind",
        "init",
        "def",
        "definition",
        "type",
        "newType",
        "TYPE",
        "setupParts",
        "handle",
        "a",
        "m",
      })
  void component_may_have_any_name_but_name(String name) {
    var code =
        """
        @Module record ADef(int NAME, int other) { int call(int x) { return NAME() + x; } }
        @Module record BDef<T>(T NAME, int other) { T call(int x) { return NAME(); } }
        class User { Object model = A.of(1, 2).withNAME(3), generic = B.of("text", 2); }
        """;

    var compilation =
        Compile.example(
            code.replace("withNAME", ElementNames.wither(name)).replace("NAME", name),
            "-Xlint:all",
            "-Werror");

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "def",
    "definition",
    "setupParts",
    "templateParts",
    "type",
    "newType",
    "handle",
    "binding"
  })
  void method_may_have_the_name_of_what_generated_code_needs(String name) {
    var code =
        """
        @Module record ADef(int n) {
          record Parts(Dense dense) {}
          @Setup Parts parts() { return new Parts(Dense.of(n)); }
          Array NAME(Parts parts) { return null; }
          Array NAME(Parts parts, Array x) { return parts.dense().call(x); }
        }
        """;

    var compilation = Compile.example(code.replace("NAME", name), "-Xlint:all", "-Werror");

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  @Test
  void tree_inside_a_deprecated_type_is_named_without_a_warning() {
    var code =
        """
        /** @deprecated gone */
        @Deprecated class Old {
          @PyTree record State(Array a) {}
        }
        """;

    var compilation = Compile.example(code, "-Xlint:all", "-Werror");

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  @Test
  void accessor_that_every_module_has_is_left_to_it() throws IOException {
    var compilation = Compile.example("@Module record ADef(String path, int n) {}");

    assertThat(Compile.generated(compilation, "A"))
        .contains("A withPath(String path)", "int n()")
        .doesNotContain("String path()");
  }

  @Test
  void component_called_name_is_reported_as_flax_reserves_it() {
    var compilation = Compile.example("@Module record ADef(String name) {}");

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "1: [MemberCollision] Component name would generate name(), which every module has."
                + " Rename it.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A of(int n) { return null; }|Method of would generate of(int), which also "
            + "comes from a constructor.",
        "A withN(int m) { return null; }|Method withN would generate withN(int), which "
            + "also comes from component n.",
        "void init(Key key, io.cambric.transform.function.Fn<A, ?> f) {}"
            + "|Method init would generate init(Key, Fn), which every module has.",
        "Array call(Array x) { return x; } void init(Key key, Array y) {}|Method init "
            + "would generate init(Key, Array), which also comes from method call.",
        "List<String> path() { return null; }"
            + "|Method path would generate path(), which every module has.",
        "int scan(String... names) { return 1; }"
            + "|Method scan would generate scan(String[]), which every module has.",
        "int length(int k) { return k; }"
            + "|Method length would generate length(int), an option of scan.",
      })
  void method_that_collides_is_reported(String method, String what) {
    var compilation = Compile.example("@Module record ADef(int n) {\n" + method + " }");

    assertThat(Compile.diagnostics(compilation))
        .containsExactly("2: [MemberCollision] " + what + " Rename it.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Module record VmappedDef(int n) { Array call(Array x) { return x; } }",
        """
        @Module record ADef(int length, int reverse, boolean init, boolean mutable) {
          record Scanned(Dense dense) {}
          @Setup Scanned parts() { return new Scanned(Dense.of(length)); }
          Array call(Scanned parts, Array x) { return parts.dense().call(x); }
        }
        class User {
          A.Scanned parts = A.of(1, 2, true, true).parts();
          A loop = A.of(1, 2, true, true).scan().length(3).splitRngs("params");
        }
        """,
        "@Module record ADef<Vmapped>(List<Vmapped> all) { Array call(Array x) { return x; } }",
      })
  void name_of_a_transformed_module_gives_way_to_a_name_of_the_user(String source) {
    var compilation = Compile.example(source);

    assertThat(Compile.everything(compilation)).isEmpty();
    assertThat(compilation.errors()).isEmpty();
  }

  @Test
  void overload_that_only_the_hidden_parts_tell_apart_is_reported_once() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) {
              record Parts(Dense dense) {}
              @Setup Parts parts() { return new Parts(Dense.of(n)); }
              Array call(Array x) { return x; }
              Array call(Parts parts, Array x) { return parts.dense().call(x); }
            }
            class User { A a = A.of(1); Array y = a.call(null); }
            """);

    assertThat(Compile.everything(compilation))
        .containsExactly(
            "[MemberCollision] Method call would generate call(Array), which also comes "
                + "from method call. Rename it.");
  }

  @Test
  void setup_record_of_the_name_of_the_module_is_reported() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) {
              record A(Dense dense) {}
              @Setup A parts() { return new A(Dense.of(n)); }
            }
            """);

    assertThat(Compile.everything(compilation))
        .containsExactly(
            "[MemberCollision] Setup record A would generate A.A, a class nested in a class "
                + "of the same name. Rename it.");
  }

  @Test
  void overloads_whose_types_share_a_simple_name_are_no_collision() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) {
              void call(java.util.Date date) {}
              void call(java.sql.Date date) {}
            }
            """);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(compilation.errors()).isEmpty();
  }

  @Test
  void class_of_the_user_is_a_value_if_its_equals_says_so() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(
                Example.Config config,
                List<Example.Sizes> sizes,
                Example.Pair<int[]> pair,
                Example.Point point, Example.Node node, Example.Mode mode, Example.Own own,
                Example.Shape shape) {}
            public class Example {
              public static class Config { int hidden; }
              public record Sizes(List<int[]> all) {}
              public record Pair<T>(T left, T right) {}
              public static class Point {
                @Override public boolean equals(Object o) { return true; }
                @Override public int hashCode() { return 0; }
              }
              public record Node(Optional<Node> next) {}
              public record Own(int[] sizes) {
                @Override public boolean equals(Object o) { return true; }
                @Override public int hashCode() { return 0; }
              }
              public enum Mode { FAST }
              public abstract static class Shape {}
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [ComponentNotHashable] Component config of ADef has type Config, which "
                + "compares by identity. Make Config a record, or define its equals and "
                + "hashCode.",
            "3: [ComponentNotHashable] Component sizes of ADef has type List<Sizes>, in which"
                + " int[] compares by identity. Use List<Integer>, or declare it as a param in"
                + " call().",
            "4: [ComponentNotHashable] Component pair of ADef has type Pair<int[]>, in which int[]"
                + " compares by identity. Use List<Integer>, or declare it as a param in call().");
  }

  @Test
  void hidden_type_in_a_method_may_be_mended_by_making_the_method_private() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) {
              private record Hidden() {}
              List<Hidden> all() { return List.of(); }
              private Hidden one() { return new Hidden(); }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "3: [TypeLessVisible] The generated class A cannot use private types, but the "
                + "result of all has type Hidden, which is private. Remove private from Hidden, "
                + "or make all private.");
  }

  @Test
  void one_compilation_shows_all_mistakes() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int[] a, StringBuilder b) {}
            @Module class BDef {}
            @PyTree interface C {}
            """);

    assertThat(Compile.diagnostics(compilation)).hasSize(4);
  }

  @Test
  void interface_whose_type_argument_no_method_tells_is_reported() {
    var compilation = Compile.example("@Module(as = Comparable.class) record ADef(int n) {}");

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "1: [InterfaceNotMet] A must implement Comparable, but ADef has no method "
                + "compareTo with 1 parameters. Add it, or remove the interface.");
  }

  @Test
  void annotation_silences_a_diagnostic_on_the_element_and_below() {
    var compilation =
        Compile.example(
            "@SuppressWarnings(\"ComponentNotHashable\") @Module record ADef(int[] a) {}");

    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }
}
