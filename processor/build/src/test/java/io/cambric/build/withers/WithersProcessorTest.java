package io.cambric.build.withers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** The withers that the generator writes for records of hyperparameters. */
class WithersProcessorTest {

  private static JavaFileObject file(String name, String text) {
    return JavaFileObjects.forSourceString(name, text);
  }

  /** The types of Optax that generated code names. */
  private static final JavaFileObject[] STUBS = {
    file("io.cambric.build.Withers", "package io.cambric.build; public @interface Withers {}"),
    file(
        "io.cambric.build.Convertible",
        "package io.cambric.build; public @interface Convertible {}"),
    file(
        "io.cambric.optax.hyperparameter.Scalar",
        """
        package io.cambric.optax.hyperparameter;
        @io.cambric.build.Convertible
        public class Scalar { public static Scalar of(double number) { return new Scalar(); } }
        """),
    file(
        "io.cambric.optax.base.GradientTransformation",
        "package io.cambric.optax.base; public interface GradientTransformation {}"),
    file(
        "io.cambric.optax.base.ScalarOrSchedule",
        "package io.cambric.optax.base; public class ScalarOrSchedule {}"),
    file(
        "io.cambric.optax.base.Injectable",
        """
        package io.cambric.optax.base;
        import java.util.Map;
        public interface Injectable<T> extends GradientTransformation {
          Map<String, ScalarOrSchedule> hyperparameters();
          T withHyperparameters(Map<String, ScalarOrSchedule> values);
        }
        """),
    file(
        "io.cambric.optax.base.Injection",
        """
        package io.cambric.optax.base;
        import io.cambric.optax.hyperparameter.Scalar;
        import java.util.Map;
        public class Injection {
          public Injection() {}
          public Injection(Object of, Map<String, ScalarOrSchedule> values) {}
          public Injection with(String name, Object value) { return this; }
          public Map<String, ScalarOrSchedule> values() { return Map.of(); }
          public Scalar scalar(String name, Scalar current) { return current; }
        }
        """),
  };

  private static Compilation compile(String record) {
    var files = new ArrayList<>(List.of(STUBS));
    files.add(
        file(
            "a.Clip",
            """
            package a;
            import io.cambric.build.Withers;
            import io.cambric.optax.base.GradientTransformation;
            import io.cambric.optax.hyperparameter.Scalar;
            import org.jspecify.annotations.Nullable;
            """
                + record));
    return Compiler.javac()
        .withProcessors(new WithersProcessor())
        .withOptions("-Xlint:all,-processing", "-Werror")
        .compile(files);
  }

  private static String generated(String record) throws IOException {
    var compilation = compile(record);
    assertThat(compilation.errors()).isEmpty();
    return compilation
        .generatedSourceFile("a.ClipWith")
        .orElseThrow()
        .getCharContent(false)
        .toString();
  }

  @Test
  void hyperparameters_of_a_transformation_may_be_injected() throws IOException {
    var withers =
        generated(
            "@Withers record Clip(Scalar maxDelta) implements GradientTransformation, ClipWith {}");

    assertThat(withers)
        .contains("interface ClipWith extends Injectable<Clip>", "withMaxDelta(double maxDelta)");
  }

  @Test
  void withers_of_a_generic_record_have_its_type_variables() throws IOException {
    var withers =
        generated(
            "@Withers record Clip<N extends Comparable<N>, T>(N least, T note) implements"
                + " ClipWith<N, T> {}");

    assertThat(withers)
        .contains(
            "interface ClipWith<N extends Comparable<N>, T>",
            "default Clip<N, T> withLeast(N least)",
            "return new Clip<>(least, note())");
  }

  @Test
  void a_record_that_is_no_transformation_has_withers_alone() throws IOException {
    var withers = generated("@Withers record Clip(Scalar maxDelta) implements ClipWith {}");

    assertThat(withers)
        .contains("interface ClipWith {", "withMaxDelta(double maxDelta)")
        .doesNotContain("hyperparameters");
  }

  @Test
  void a_component_that_may_be_null_has_a_method_that_unsets_it() throws IOException {
    var withers =
        generated("@Withers record Clip(@Nullable Scalar maxDelta) implements ClipWith {}");

    assertThat(withers).contains("Clip withoutMaxDelta()", "return new Clip(null)");
  }

  @Test
  void withers_of_a_deprecated_record_are_deprecated() throws IOException {
    var withers =
        generated(
            "/** @deprecated gone */ @Deprecated(since = \"1\") @Withers record Clip(int size)"
                + " implements ClipWith {}");

    assertThat(withers).contains("@Deprecated(");
  }

  @Test
  void a_class_is_refused() {
    var errors = compile("@Withers class Clip {}").errors();

    assertThat(errors)
        .extracting(error -> error.getMessage(Locale.ROOT))
        .containsExactly(
            "@Withers needs a record, but Clip is not a record. Make it a record of its hyperparameters.");
  }
}
