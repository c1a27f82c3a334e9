package io.cambric.processor;

import static com.google.testing.compile.JavaFileObjects.forSourceLines;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** Which types are found when, and what incremental builds rely on. */
class RoundsTest {

  private static final String IMPORTS =
      "import io.cambric.annotations.*; import io.cambric.annotations.Module;"
          + " import io.cambric.core.Array;";

  @Test
  void modules_of_one_round_may_mention_each_other() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(B b, List<B> more) { B call(B.Parts parts, B[] bs) { return b; } }
            @Module record BDef(A a) {
              public record Parts(A a) {}
              @Setup Parts parts() { return new Parts(a); }
            }
            """);

    assertThat(compilation.status()).isEqualTo(Compilation.Status.SUCCESS);
  }

  @Test
  void generic_modules_of_one_round_may_mention_each_other() {
    var compilation =
        Compile.example(
            """
            @Module record ADef<T>(BMod<T> b) {}
            @Module record BModDef<T>(A<BMod<T>> a, Map<String, A<T>> more) {}
            """);

    assertThat(compilation.status()).isEqualTo(Compilation.Status.SUCCESS);
  }

  @Test
  void import_decides_between_modules_of_one_name() throws IOException {
    var compilation =
        compile(
            file("left.BlockDef", "package left;", IMPORTS, "@Module record BlockDef(int n) {}"),
            file("right.BlockDef", "package right;", IMPORTS, "@Module record BlockDef(int n) {}"),
            file(
                "user.NetDef",
                "package user;",
                IMPORTS,
                "import right.Block;",
                "@Module record NetDef(Block block) {}"),
            file(
                "left.NetDef",
                "package left;",
                IMPORTS,
                "@Module record NetDef(Block block, right.Block other) {}"));

    assertThat(compilation.status()).isEqualTo(Compilation.Status.SUCCESS);
    assertThat(text(compilation, "user/Net.java")).contains("import right.Block;");
    assertThat(text(compilation, "left/Net.java")).contains("Block block, right.Block other");
  }

  @Test
  void definition_waits_for_a_type_that_another_processor_generates() {
    var sources = List.of(Compile.exampleFile("@Module record ADef(Late late) {}"));

    var compilation = Compile.all(sources, new Both(new CambricProcessor()));

    assertThat(compilation.status()).isEqualTo(Compilation.Status.SUCCESS);
  }

  @Test
  void every_file_has_exactly_one_originating_element() {
    var origins = new LinkedHashMap<String, Integer>();
    var processor = new OriginsRecorder(new CambricProcessor(), origins);
    var code =
        """
        @Module record ADef(int n) {
          record Parts(Dense dense) {}
          @Setup Parts parts() { return new Parts(Dense.of(n)); }
        }
        @PyTree record Tree(Array a) implements TreeWith {}
        """;

    Compile.all(List.of(Compile.exampleFile(code)), processor);

    assertThat(origins)
        .containsKeys(
            "example.A",
            "example.ADef_Parts_Flattener",
            "example.Tree_Flattener",
            "example.TreeWith");
    assertThat(origins.values()).allMatch(count -> count == 1);
  }

  @Test
  void processors_state_to_gradle_whether_they_are_isolating() {
    var file = Path.of("src/main/resources/META-INF/gradle/incremental.annotation.processors");

    assertThat(file)
        .hasContent(
            """
            io.cambric.processor.CambricProcessor,isolating
            io.cambric.processor.example.ExampleProcessor,aggregating
            io.cambric.processor.example.ListedExamplesProcessor,aggregating
            """);
  }

  @Test
  void same_sources_give_the_same_text() throws IOException {
    var code = "@Module record ADef(int n) { Array call(Array x) { return x; } }";

    assertThat(text(Compile.example(code), "example/A.java"))
        .isEqualTo(text(Compile.example(code), "example/A.java"))
        .doesNotContainPattern("\\d{4}-\\d{2}-\\d{2}");
  }

  @Test
  void second_class_of_one_name_is_an_error_on_the_second_definition() {
    var compilation =
        Compile.example(
            """
            class Block {}
            @Module record BlockDef(int n) {}
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [DuplicateModule] BlockDef would generate Block, which exists already. "
                + "Rename one of them.");
  }

  @Test
  void two_interfaces_of_withers_of_one_name_are_an_error() {
    var compilation =
        Compile.example(
            """
            class Left { @PyTree record State(Array a) implements StateWith {} }
            class Right { @PyTree record State(Array a) implements StateWith {} }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [DuplicateModule] State would generate StateWith, which example.Left.State "
                + "generates already. Rename one of them.");
  }

  @Test
  void mistake_in_a_definition_is_the_only_error_where_others_mention_its_module() {
    var compilation =
        Compile.example(
            """
            @Module record ADef<T>(T n) { @Setup void setup() {} }
            @PyTree class State implements StateWith {}
            @Module record BDef(A<String> a, List<A<String>> more) { A<String> call(B b) { return a; } }
            class User { A<String> a; A<String> of(B b) { return b.call(b); } }
            """);

    assertThat(Compile.everything(compilation))
        .containsExactly(
            "[SetupReturnsRecord] A @Setup method must return a non-private record nested "
                + "in the definition, but setup returns void. Declare record Parts(...) in ADef, "
                + "and return it.",
            "[PyTreeNotRecord] @PyTree applies only to records, but State is not a record. "
                + "Declare it as record State(...).");
  }

  @Test
  void definition_waits_with_those_that_it_mentions() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(Denze d) {}
            @Module record BDef(A a) {}
            @Module record CDef(List<B> b) {}
            @PyTree record State(C c) implements StateWith {}
            """);

    assertThat(Compile.everything(compilation))
        .containsExactlyInAnyOrder(
            "cannot find symbol",
            "cannot find symbol",
            "cannot find symbol",
            "cannot find symbol",
            "cannot find symbol",
            "[UnresolvedType] ADef needs type Denze, used at component d, but no such type "
                + "was found. If it is generated, see the errors above; otherwise check the "
                + "imports and the class path.");
  }

  private static Compilation compile(JavaFileObject... sources) {
    return Compile.all(List.of(sources), new CambricProcessor());
  }

  private static JavaFileObject file(String name, String... lines) {
    return forSourceLines(name, lines);
  }

  private static String text(Compilation compilation, String name) throws IOException {
    return compilation.generatedSourceFiles().stream()
        .filter(file -> file.getName().endsWith("/" + name))
        .findFirst()
        .orElseThrow()
        .getCharContent(false)
        .toString();
  }

  /** Generates the class Late one round after the processor under test has seen its name. */
  @SupportedAnnotationTypes("*")
  private static final class Both extends AbstractProcessor {

    private final CambricProcessor processor;
    private int round;

    Both(CambricProcessor processor) {
      this.processor = processor;
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
      super.init(environment);
      processor.init(environment);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment environment) {
      processor.process(annotations, environment);
      if (round++ == 0) {
        try (var writer = processingEnv.getFiler().createSourceFile("example.Late").openWriter()) {
          writer.write("package example; public record Late() {}");
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
      return false;
    }
  }
}
