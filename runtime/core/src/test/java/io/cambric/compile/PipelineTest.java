package io.cambric.compile;

import static io.cambric.testing.Staged.f32;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.profiler.Profiler;
import io.cambric.testing.Staged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of the passes, and what can be read of them. */
class PipelineTest {

  @Test
  void passes_run_in_this_order() {
    assertThat(Pipeline.names())
        .containsExactly(
            "Inliner",
            "Simplifier",
            "CommonSubexpressions",
            "DeadCode",
            "OperationRewrites",
            "CommonSubexpressions",
            "DeadCode",
            "SliceHoisting",
            "CollectiveCombiner",
            "CollectiveStarts",
            "Fuser",
            "Rematerialization",
            "StepEmitter",
            "ConstantLoops",
            "ResultCopies",
            "CopyElision",
            "PieceLoops",
            "ShortRows",
            "BroadcastCopies",
            "ParallelSections",
            "HorizontalFusion",
            "Epilogues",
            "Prologues",
            "InPlaceUpdates",
            "MemoryPlanner");
  }

  @Test
  void the_page_of_the_package_lists_exactly_the_passes_in_their_order() throws IOException {
    var page = Files.readString(module("src/main/java/io/cambric/compile/package-info.java"));
    var lists =
        Pattern.compile("<ol>.*?</ol>", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining());

    assertThat(classNames(lists, "\\{@code(?:\\s|\\*)+(\\w+)}"))
        .filteredOn(name -> !name.equals("BufferAssignment"))
        .isEqualTo(Pipeline.names());
  }

  @Test
  void the_page_on_the_design_lists_exactly_the_passes_in_their_order() throws IOException {
    var page = Files.readString(module("../../docs/inside/design/compiler-pipeline.md"));
    var firstColumns =
        page.lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split("\\|")[1])
            .collect(Collectors.joining());

    assertThat(classNames(firstColumns, "`(\\w+)`")).isEqualTo(Pipeline.names());
  }

  private static Path module(String file) {
    return Path.of(System.getProperty("basedir", ""), file);
  }

  /** {@return the names in a text that begin with a capital} */
  private static List<String> classNames(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(name -> Character.isUpperCase(name.charAt(0)))
        .toList();
  }

  @Test
  void a_pass_that_runs_a_second_time_finds_equal_operations_that_rewrites_left() {
    var jaxpr =
        Staged.of(
            List.of(f32(2)),
            x -> {
              var half = Lax.div(x.getFirst(), NdArray.scalar(DType.F32, 2));
              return List.of(Lax.mul(half, Lax.mul(x.getFirst(), NdArray.scalar(DType.F32, 0.5))));
            });

    assertThat(Compiler.optimise(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = mul a 0.5:f32[]
                c:f32[2] = mul b b
              in (c,) }\
            """);
  }

  @Test
  void a_function_lists_its_passes_with_the_size_of_their_results() {
    var passes =
        jit((Array x) -> x.exp().add(x.exp())).lower(Numpy.arange(3f)).passes().lines().toList();

    assertThat(passes.getFirst()).matches("pass +size +ms");
    assertThat(passes)
        .hasSize(2 + Pipeline.names().size())
        .anySatisfy(line -> assertThat(line).matches("traced +3  equations"))
        .anySatisfy(line -> assertThat(line).matches("Simplifier +3  equations +\\d+\\.\\d\\d"))
        .anySatisfy(
            line -> assertThat(line).matches("CommonSubexpressions +2  equations +\\d+\\.\\d\\d"))
        .anySatisfy(line -> assertThat(line).matches("MemoryPlanner +1  steps +\\d+\\.\\d\\d"));
  }

  @Test
  void a_recording_has_an_event_for_each_pass(@TempDir Path folder) throws IOException {
    Profiler.trace(folder, () -> jit((Array x) -> x.sin().mul(x)).apply(Numpy.linspace(0, 1, 3)));

    var events =
        RecordingFile.readAllEvents(folder.resolve("cambric-1.jfr")).stream()
            .filter(event -> event.getEventType().getName().equals("io.cambric.CompilePass"))
            // A file has events in the order of its buffers.
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
    assertThat(events)
        .extracting(event -> event.getString("pass"))
        .containsExactlyElementsOf(Pipeline.names());
    assertThat(events)
        .extracting(event -> event.getString("pass"), event -> event.getInt("size"))
        .contains(tuple("DeadCode", 2), tuple("Fuser", 1));
  }
}
