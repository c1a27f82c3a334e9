package io.cambric.nn.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.io.event.Event;
import io.cambric.io.event.EventFile;
import io.cambric.io.event.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorBoardWriterTest {

  @TempDir private Path folder;

  @Test
  void all_kinds_are_in_the_file_at_their_steps() throws IOException {
    var image = NdArray.of(Shape.of(1, 1, 2, 1), 0, 1);
    try (var writer = TensorBoardWriter.in(folder)) {
      writer.writeScalars(1, new TreeMap<>(Map.of("accuracy", 0.5, "loss", 2.0)));
      writer.writeHistograms(2, Map.of("kernel", NdArray.of(Shape.of(2), 1, 2)));
      writer.writeImages(3, Map.of("digit", image));
      writer.writeTexts(4, Map.of("notes", "text"));
      writer.flush();
    }

    var events = EventFile.read(files().getFirst()).events();

    assertThat(events).extracting(Event::step).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(events.subList(1, 5).stream().flatMap(event -> event.summaries().stream()))
        .containsExactly(
            Summary.scalar("accuracy", 0.5),
            Summary.scalar("loss", 2),
            Summary.histogram("kernel", NdArray.of(Shape.of(2), 1, 2)),
            Summary.image("digit", NdArray.of(Shape.of(1, 2), 0, 1)),
            Summary.text("notes", "text"));
  }

  @Test
  void several_images_are_numbered() throws IOException {
    try (var writer = TensorBoardWriter.in(folder)) {
      writer.writeImages(0, Map.of("digits", NdArray.of(Shape.of(2, 1, 1, 1), 0, 1)));
    }

    assertThat(EventFile.read(files().getFirst()).events().getLast().summaries())
        .extracting(Summary::tag)
        .containsExactly("digits/0", "digits/1");
  }

  @Test
  void hyperparameters_are_a_table() throws IOException {
    try (var writer = TensorBoardWriter.in(folder)) {
      writer.writeHyperparameters(Map.of("a|b", "x\ny"));
    }

    assertThat(EventFile.read(files().getFirst()).events().getLast().summaries())
        .containsExactly(
            Summary.text("hyperparameters", "| name | value |\n| --- | --- |\n| a\\|b | x y |\n"));
  }

  @Test
  void a_resumed_training_voids_the_steps_that_it_does_again() throws IOException {
    for (long first : List.of(0L, 1L)) {
      try (var writer = TensorBoardWriter.in(folder)) {
        writer.writeScalars(first, Map.of("loss", 1.0));
      }
    }

    assertThat(EventFile.read(files().getFirst()).events())
        .extracting(Event::restart)
        .containsExactly(false, false);
    assertThat(EventFile.read(files().getLast()).events())
        .extracting(Event::restart)
        .containsExactly(false, true, false);
  }

  @Test
  void nothing_is_written_without_values_or_after_the_end() throws IOException {
    var writer = TensorBoardWriter.in(folder);
    writer.writeScalars(0, Map.of());
    writer.flush();
    writer.close();
    writer.writeScalars(0, Map.of("loss", 1.0));

    assertThat(files()).isEmpty();
  }

  @Test
  void an_image_without_a_batch_is_refused() {
    var writer = TensorBoardWriter.in(folder);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> writer.writeImages(0, Map.of("x", NdArray.of(Shape.of(1, 1), 0))))
        .withMessageStartingWith(
            "Images need the shape [n, height, width, channels], but got [1, 1].");
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
