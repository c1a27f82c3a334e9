package io.cambric.profiler;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.cambric.core.Array;
import io.cambric.errors.RecordingException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerTest {

  @TempDir private Path folder;

  private List<RecordedEvent> events(String name) throws IOException {
    return RecordingFile.readAllEvents(folder.resolve("cambric-1.jfr")).stream()
        .filter(event -> event.getEventType().getName().equals("io.cambric." + name))
        .toList();
  }

  @Test
  void a_recording_has_an_event_for_the_trace_and_for_the_program_of_a_function()
      throws IOException {
    Profiler.trace(folder, () -> jit((Array x) -> x.sin().mul(x)).apply(Numpy.linspace(0, 1, 3)));

    assertThat(events("Trace"))
        .singleElement()
        .satisfies(event -> assertThat(event.getInt("equations")).isEqualTo(2));
    assertThat(events("Compile"))
        .singleElement()
        .satisfies(event -> assertThat(event.getInt("equations")).isEqualTo(2))
        .satisfies(event -> assertThat(event.getInt("steps")).isEqualTo(1))
        .satisfies(event -> assertThat(event.getLong("temporaryBytes")).isNotNegative());
  }

  @Test
  void a_later_call_of_a_jitted_function_has_no_event() throws IOException {
    var square = jit((Array x) -> x.mul(x));
    square.apply(Numpy.arange(3));

    Profiler.trace(folder, () -> square.apply(Numpy.arange(3)));

    assertThat(events("Trace")).isEmpty();
    assertThat(events("Compile")).isEmpty();
  }

  @Test
  void a_recording_has_an_event_for_each_checkpoint() throws IOException {
    var checkpoints = Checkpoints.in(folder.resolve("run"));
    var tree = Map.of("x", Numpy.zeros(2, 3));

    Profiler.trace(
        folder,
        () -> {
          checkpoints.save(tree, 5);
          return checkpoints.restore(tree);
        });

    assertThat(events("Checkpoint"))
        .extracting(
            event -> event.getString("action"),
            event -> event.getLong("step"),
            event -> event.getLong("bytes"),
            event -> event.getString("file"))
        .containsExactly(
            tuple("save", 5L, 24L, folder.resolve("run/checkpoint_5.safetensors").toString()),
            tuple("restore", 5L, 24L, folder.resolve("run/checkpoint_5.safetensors").toString()));
  }

  @Test
  void steps_and_stretches_have_their_names() throws IOException {
    Profiler.trace(
        folder,
        () -> {
          for (int i = 0; i < 2; i++) {
            try (var _ = StepTraceAnnotation.of("train", i)) {
              Profiler.annotateFunction("tokenize", () -> "tokens").get();
            }
          }
          return null;
        });

    assertThat(events("Step"))
        .extracting(event -> event.getString("loop") + " " + event.getLong("step"))
        .containsExactly("train 0", "train 1");
    assertThat(events("Annotation"))
        .extracting(event -> event.getString("name"))
        .containsExactly("tokenize", "tokenize");
  }

  @Test
  void each_recording_has_a_file_of_its_own() {
    Profiler.startTrace(folder);
    assertThat(Profiler.stopTrace()).isEqualTo(folder.resolve("cambric-1.jfr")).isRegularFile();
    Profiler.startTrace(folder);
    assertThat(Profiler.stopTrace()).isEqualTo(folder.resolve("cambric-2.jfr")).isRegularFile();
  }

  @Test
  void startTrace_refuses_a_second_recording() {
    Profiler.startTrace(folder);
    try {
      assertThatExceptionOfType(RecordingException.class)
          .isThrownBy(() -> Profiler.startTrace(folder))
          .withMessage(
              "startTrace was called while the recording to %s is running. Call stopTrace first.",
              folder.resolve("cambric-1.jfr"));
    } finally {
      Profiler.stopTrace();
    }
  }

  @Test
  void stopTrace_needs_a_recording() {
    assertThatExceptionOfType(RecordingException.class)
        .isThrownBy(Profiler::stopTrace)
        .withMessage(
            "stopTrace needs a running recording, but none was started. Call startTrace first.");
  }

  @Test
  void startTrace_names_a_folder_that_cannot_be_made() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");

    assertThatExceptionOfType(RecordingException.class)
        .isThrownBy(() -> Profiler.startTrace(file))
        .withMessage(
            "A recording in %s cannot be started: java.nio.file.FileAlreadyExistsException: "
                + "%s. Name a writable folder, and use a JDK with Flight Recorder.",
            file, file);
  }
}
