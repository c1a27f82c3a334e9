package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a generated class inherits init and apply of its call, and where it has its own. */
class InheritedCallTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Array call(Array x) { return x; }                             | ModuleCall<Array, Array>
          Array call(Array x, boolean b) { return x; }                  | ModuleCall2<Array, Boolean, Array>
          Array call(int n, Array x) { return x; }                      | ModuleCall2<Integer, Array, Array>
          List<Array> call(Map<String, Array> x) { return List.of(); }  | ModuleCall<Map<String, Array>, List<Array>>
          @Dims("n") Array call(@Dims("n") Array x) { return x; }       | ModuleCall<@Dims("n") Array, @Dims("n") Array>
          Array call(Array a, Array b, Array c, Array d, int e) { return a; } | ModuleCall5<Array, Array, Array, Array, Integer, Array>
          """)
  void interface_has_the_types_of_call(String call, String inherited) throws IOException {
    var generated = generated("@Module record ADef(int n) { %s }".formatted(call));

    assertThat(generated).contains(" " + inherited + ", Liftable<").doesNotContain("init(");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Array call(Array x) { return x; } Array call(Array x, Array y) { return x; }",
        "<T> Array call(T x, Array y) { return y; }",
        "Array call(Array x, double rate) { return x; }",
        "Array call(Array x, long seed) { return x; }",
        "Array call(Array... x) { return x[0]; }",
        "Array call() { return null; }",
        "void call(Array x) {}",
        "int call(Array x) { return 1; }",
        "Array call(Array a, Array b, Array c, Array d, Array e, Array f) { return a; }",
        "@Deprecated Array call(Array x) { return x; }",
        "Array call(Array x) { return x; } Variables init(Key key, List<Array> x) { return null; }"
      })
  void call_that_no_interface_has_keeps_its_own_forms(String methods) throws IOException {
    var generated = generated("@Module record ADef(int n) { %s }".formatted(methods));

    assertThat(generated).contains(" init(Key key").doesNotContain("ModuleCall");
  }

  @Test
  void interface_with_a_form_of_its_own_is_implemented_by_the_class() throws IOException {
    var generated =
        generated(
            """
            interface Started { Variables init(Key key, Array x, boolean train); }
            @Module(as = Started.class) record ADef(int n) {
              Array call(Array x, boolean train) { return x; }
            }
            """);

    assertThat(generated)
        .contains("implements Started, Liftable<")
        .contains(" init(Key key, Array x");
  }

  @Test
  void module_that_is_lifted_is_of_a_class_with_options() {
    var compilation =
        Compile.example(
            """
            @Module record ADef<T>(T value) { Array call(Array x, T other) { return x; } }
            class User {
              A.Vmapped<String> lanes = A.of("").vmap().axisSize(3);
              A<String> lifted = A.of("").remat("call");
              Variables first = lanes.init(Key.of(0), null, "");
              Array second = lifted.apply(first, null, "");
            }
            """);

    assertThat(compilation.status()).isEqualTo(Compilation.Status.SUCCESS);
  }

  private static String generated(String code) throws IOException {
    var compilation = Compile.example(code);
    assertThat(compilation.errors()).isEmpty();
    return Compile.generated(compilation, "A");
  }
}
