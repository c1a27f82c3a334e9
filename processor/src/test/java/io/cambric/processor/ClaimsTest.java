package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compiler;
import io.cambric.processor.example.ExampleProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;

/** The annotations of Cambric are for the processor, and those of nullness, which it reads. */
class ClaimsTest {

  private static final Path ANNOTATIONS =
      Path.of("../annotations/src/main/java/io/cambric/annotations");

  /** One annotation of each kind, in a class that has the name of its file. */
  private static final String MODEL =
      """
      class Example {
        @Module record NetDef(@Named("d") Dense dense) {
          record Parts(Dense head) {}
          @Setup Parts parts() { return new Parts(Dense.of(3)); }
          @Compact Array call(Array x) { return dense.call(x); }
          @Nowrap int width() { return 3; }
        }
        @Deprecated @PyTree record State(Array a, @Static @Nullable String name) implements StateWith {}
      }
      """;

  @Test
  void all_annotations_are_supported() throws IOException {
    var names =
        new TreeSet<>(Set.of("org.jspecify.annotations.*", "com.google.errorprone.annotations.*"));
    try (var files = Files.list(ANNOTATIONS)) {
      for (var file : files.toList()) {
        if (Files.readString(file).contains("@interface")) {
          var name = file.getFileName().toString().replace(".java", "");
          names.add("io.cambric.annotations." + name);
        }
      }
    }

    names.add("io.cambric.annotations.Example.All");

    assertThat(
            Stream.of(new CambricProcessor(), new ExampleProcessor())
                .flatMap(processor -> processor.getSupportedAnnotationTypes().stream()))
        .containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void lint_misses_no_processor() {
    var compilation = Compile.example(MODEL, "-Xlint:processing", "-Werror");

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  @Test
  void later_processors_see_the_annotations_of_others() {
    var later = new Later();
    var sources = new ArrayList<>(Compile.sources(Compile.RESOURCES.resolve("stubs")));
    var example =
        "@io.cambric.annotations.Example(module = \"Net.of(Dense.of(3))\", in = \"i32[2]\")";
    sources.add(Compile.exampleFile(MODEL.replace("@Module", example + " @Module")));

    Compiler.javac()
        .withProcessors(new CambricProcessor(), new ExampleProcessor(), later)
        .compile(sources);

    assertThat(later.seen)
        .contains("java.lang.Deprecated")
        .noneMatch(name -> name.startsWith("io.cambric.annotations."));
  }

  /** Writes down what it is given. */
  @SupportedAnnotationTypes("*")
  private static final class Later extends AbstractProcessor {

    private final Set<String> seen = new TreeSet<>();

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      annotations.forEach(annotation -> seen.add(annotation.getQualifiedName().toString()));
      return false;
    }
  }
}
