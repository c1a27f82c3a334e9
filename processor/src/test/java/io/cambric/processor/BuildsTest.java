package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Builds of several artifacts and source folders, and builds that compile only what changed. */
class BuildsTest {

  /** Definitions that mention each other in every way, one a file. */
  private static final List<String> SOURCES =
      List.of(
          "@Module record InnerDef(int n) { @Compact Array call(Array x) { return x; } }",
          """
          /** Has parts of {@link Inner}, which {@link Outer} uses. */
          @Module record CoderDef(int n) {
            record Parts(Inner inner, @Named("d") Dense dense) {}
            @Setup Parts parts() { return new Parts(Inner.of(n), Dense.of(n)); }
            Array call(Parts parts, Array x) { return parts.dense().call(x); }
          }
          """,
          """
          /**
           * Holds what the others generate.
           *
           * @param inner an {@link Inner#call} of its own
           */
          @Module record OuterDef<T extends Layer>(
              Inner inner, @Nullable Inner maybe, List<@Nullable Inner> all,
              Map<String, Pair<Inner>> pairs, Coder.Parts parts, T layer, Initializer init) {
            @Compact Array call(Array x, Inner[] inners, StateWith<Array> state) { return x; }
            Coder coder(Inner @Nullable [] inners) { return Coder.of(3); }
          }
          """,
          "@Module record PairDef<T>(T left) { T swap(T right) { return right; } }",
          "@PyTree record State<P>(P params) implements StateWith<P> {}",
          """
          public interface Step<C> { C step(C carry, Inner inner); }
          """,
          """
          @Module(as = Step.class) record CellDef() {
            @Compact List<Array> step(List<Array> carry, Inner inner) { return carry; }
          }
          """,
          """
          class Nest {
            @Module record DeepDef(Deeper deeper) {}
            static class Down { @Module record DeeperDef(Cell cell) {} }
          }
          """);

  private static final String HEADER = "package example; " + DiagnosticPage.imports() + "\n";

  @TempDir private Path folder;
  private Build library;

  @BeforeEach
  void compileTheLibrary() throws IOException {
    library = new Build(folder.resolve("library"));
    var files = new LinkedHashMap<String, String>();
    for (var stub : Compile.sources(Compile.RESOURCES.resolve("stubs"))) {
      files.put(stub.getName().substring(1), stub.getCharContent(false).toString());
    }
    var sources =
        files.entrySet().stream()
            .map(file -> library.source("src", file.getKey().replace(".java", ""), file.getValue()))
            .toList();
    assertThat(library.compile(sources).messages()).isEmpty();
  }

  @Test
  void definitions_may_stand_in_several_source_folders() {
    var build = new Build(folder.resolve("user")).using(library);

    assertThat(build.compile(sources(build)).messages()).isEmpty();
  }

  @Test
  void definition_compiled_alone_gives_the_text_that_it_gives_among_others() {
    var build = new Build(folder.resolve("user")).using(library);
    var sources = sources(build);
    var together = build.compile(sources).generated();

    var alone = new TreeMap<String, String>();
    for (var source : sources) {
      var result = build.compile(List.of(source));
      assertThat(result.messages()).isEmpty();
      alone.putAll(result.generated());
    }

    assertThat(together).hasSizeGreaterThan(SOURCES.size());
    assertThat(alone).isEqualTo(together);
  }

  @ParameterizedTest
  @MethodSource("io.cambric.processor.GoldenSourceTest#cases")
  void every_generated_file_has_one_originating_element(String name) {
    var origins = new TreeMap<String, Integer>();
    var sources = Compile.sources(GoldenSourceTest.CASES.resolve(name).resolve("source"));

    Compile.all(sources, new OriginsRecorder(new CambricProcessor(), origins));

    assertThat(origins).isNotEmpty();
    assertThat(origins.values()).containsOnly(1);
  }

  @Test
  void variables_of_a_module_of_another_artifact_are_known_by_declaration_or_class_file() {
    var used = new Build(folder.resolve("used")).using(library);
    var layers =
        List.of(
            """
            @Module record NoiseDef(double std) {
              @Compact Array call(Array x) {
                return x.add(Random.normal(makeRng("noise"), x.shape()).mul(std));
              }
            }
            """,
            """
            @Module(variables = false) record PlainDef(Layer f) {
              @Compact Array call(Array x) { return f.call(x); }
            }
            """,
            """
            @Module record ScaledDef() {
              @Compact Array call(Array x) { return x.add(param("s", ones(), Shape.of(1))); }
            }
            """,
            """
            class Blocks {
              static Array wide(Array x) { return Scaled.of().call(x); }
              static Array named(Array x) { return Scaled.of().named("s").call(x); }
            }
            """);
    var files = new ArrayList<Path>();
    for (var layer : layers) {
      files.add(used.source("src", "File" + files.size(), HEADER + layer));
    }
    assertThat(used.compile(files).messages()).isEmpty();
    var user = new Build(folder.resolve("user")).using(library).using(used);

    var result =
        user.compile(
            List.of(
                user.source(
                    "src",
                    "NetDef",
                    HEADER
                        + """
                        @Module record NetDef() {
                          @Compact Array call(Array x, boolean t) {
                            if (t) { x = Noise.of(.1).call(x); }
                            if (t) { x = Plain.of(y -> y).call(x); }
                            if (t) { x = Blocks.named(x); }
                            if (t) { x = Scaled.of().call(x); }
                            return t ? Blocks.wide(x) : x;
                          }
                        }
                        """)));

    assertThat(result.messages())
        .containsExactly(
            Bodies.branch("Scaled is constructed", "\"t\" is true"),
            Bodies.branch("Scaled, constructed in wide, is made", "\"t\" is true"));
  }

  @Test
  void module_of_another_artifact_is_known_by_its_class_file() {
    var build = new Build(folder.resolve("user")).using(library);
    var source =
        build.source(
            "src",
            "NetDef",
            HEADER
                + """
                @Module record NetDef(Dense head, List<Dense> others) {
                  record Parts(Dense body, Sequential rest) {}
                  @Setup Parts parts() { return new Parts(Dense.of(8), Sequential.of(head)); }
                  Array call(Parts parts, Array x) { return head.call(parts.body().call(x)); }
                }
                """);

    var result = build.compile(List.of(source));

    assertThat(result.messages()).isEmpty();
    assertThat(result.generated().get("example/Net.java"))
        .contains("return attribute(Module.<NetDef>definition(this).head());")
        .contains("return attribute(Module.<NetDef>definition(this).others());")
        .contains("public record Parts(Dense body, Sequential rest)");
  }

  @Test
  void mistake_with_a_module_of_another_artifact_is_found() {
    var build = new Build(folder.resolve("user")).using(library);
    var source =
        build.source(
            "src",
            "NetDef",
            HEADER
                + """
                @Module record NetDef(Key key) {
                  @Compact Array call(Array x, boolean train) {
                    if (train) { x = Dense.of(8).call(x); }
                    var d = Dense.of(8);
                    d.withUseBias(false);
                    return Sequential.of(d, y -> Dense.of(3).call(y)).call(x);
                  }
                }
                """);

    assertThat(
            build
                .compile(List.of(source), "-Acambric.severity.ComponentNotHashable=warning")
                .messages())
        .containsExactly(
            "[ComponentNotHashable] Component key of NetDef has type Key, in which Array compares"
                + " by identity. Pass it to call(), or declare it as a param or a variable.",
            "[SubmoduleInBranch] Dense is constructed only when \"train\" is true, so its name"
                + " depends on a call argument. Construct it before the branch, name it with"
                + " named(...), or move it to @Setup.",
            "[CreationInForeignLambda] Dense in a lambda that Sequential runs belongs to "
                + "the scope of Sequential. Create it before, and capture the value.",
            "[CopyDropped] withUseBias does not change the module, but returns a changed "
                + "copy, which is dropped here. Use the result.");
  }

  /** Each definition in a file of its own, alternating between two source folders. */
  private static List<Path> sources(Build build) {
    return SOURCES.stream()
        .map(code -> {
          var name = code.replaceAll("(?s).*?(?:record|class|interface) (\\w+).*", "$1");
          var root = SOURCES.indexOf(code) % 2 == 0 ? "main" : "more";
          return build.source(root, "example/" + name, HEADER + code);
        })
        .toList();
  }
}
