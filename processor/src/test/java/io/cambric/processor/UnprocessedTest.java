package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** Definitions that the processor has not seen are reported by the plugin. */
class UnprocessedTest {

  /** A processor of another library. */
  private static final class Other extends AbstractProcessor {
    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return Set.of("java.lang.Deprecated");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      return false;
    }
  }

  private static final String USED =
      """
      @Module record NetDef(int n) { @Compact Array call(Array x) { return x; } }
      class User { Object net() { return Net.of(3); } }
      """;

  private static String message(String type, String missing) {
    return "[ProcessorNotRun] The annotation processor did not process %s, so there is no class %s."
            .formatted(type, missing)
        + " Since JDK 23, javac runs processors from the class path only with -proc:full. "
        + "Add that option, or add the jar io.cambric:cambric-processor to "
        + "-processorpath, in Maven to annotationProcessorPaths, in Gradle to "
        + "annotationProcessor.";
  }

  @Test
  void without_a_processor_the_first_definition_is_reported_before_what_is_missing() {
    var compilation = Compile.example(USED, "-proc:none");

    assertThat(Compile.everything(compilation))
        .containsExactly(message("NetDef", "Net"), "cannot find symbol");
  }

  @Test
  void missing_class_in_a_signature_is_reported_beside_the_reason() {
    var compilation = Compile.example(USED + "class Holder { Net net; }", "-proc:none");

    assertThat(Compile.everything(compilation))
        .containsExactly("cannot find symbol", message("NetDef", "Net"), "cannot find symbol");
  }

  @Test
  void where_only_another_processor_runs_the_definition_is_reported() {
    var compilation = Compile.all(List.of(Compile.exampleFile(USED)), new Other());

    assertThat(Compile.everything(compilation)).contains(message("NetDef", "Net"));
  }

  @Test
  void record_that_is_a_pytree_is_reported() {
    var code = "class Nest { @PyTree record State(Array x) {} }";

    var compilation = Compile.example(code, "-proc:none");

    assertThat(Compile.everything(compilation))
        .containsExactly(message("State", "Nest_State_Flattener"));
  }

  @Test
  void record_that_is_a_pytree_is_left_alone_where_another_processor_runs() {
    var file = Compile.exampleFile("@PyTree record State(Array x) {}");

    assertThat(reported(Compile.all(List.of(file), new Other())))
        .noneMatch(message -> message.contains("State"));
  }

  @Test
  void definition_is_not_reported_where_its_class_is_among_the_sources() {
    var processed = Compile.example(USED);
    var files = new ArrayList<JavaFileObject>(List.of(Compile.exampleFile(USED)));
    files.addAll(processed.generatedSourceFiles());

    var compilation = Compile.all(files, new CambricProcessor(), "-proc:none");

    assertThat(reported(compilation)).isEmpty();
  }

  @Test
  void definition_that_waits_for_a_type_is_reported_only_for_that() {
    var compilation = Compile.example("@Module record NetDef(Missing m) {}");

    assertThat(compilation.errors()).isNotEmpty();
    assertThat(reported(compilation)).isEmpty();
  }

  @Test
  void severity_is_an_option_of_the_plugin() {
    var compilation =
        Compile.example(
            "@Module record NetDef() {}", "-proc:none", "-Xplugin:Cambric ProcessorNotRun=off");

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  @Test
  void files_without_definitions_need_no_processor() {
    var file = Compile.exampleFile("class Plain {}");

    var compilation = Compiler.javac().withOptions("-proc:none").compile(file);

    assertThat(reported(compilation)).isEmpty();
  }

  private static List<String> reported(Compilation compilation) {
    return Compile.everything(compilation).stream()
        .filter(message -> message.startsWith("[ProcessorNotRun]"))
        .toList();
  }
}
