package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts of checkpoints besides their arrays, and the versions of their form. */
class CheckpointDetailsTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00.123456789Z");

  @TempDir private Path folder;

  private static CheckpointDetails details(double loss) {
    return CheckpointDetails.at(NOON).withMetric("loss", loss).withText("arguments", "--lr 0.1 é");
  }

  private Path write(Map<String, String> metadata) {
    var file = folder.resolve("checkpoint_3.safetensors");
    SafeTensors.of(Map.of("w", NdArray.scalar(DType.I32, 7))).withMetadata(metadata).write(file);
    return file;
  }

  @Test
  void details_are_read_as_they_were_saved() {
    var checkpoints = Checkpoints.in(folder);
    var saved = details(0.1).withMetric("nan", Double.NaN).withMetric("up", 1 / 0.0);

    var file = checkpoints.save(Map.of("w", 1), 3, saved);

    assertThat(checkpoints.details(3)).isEqualTo(saved);
    assertThat(checkpoints.saved()).containsExactly(new SavedCheckpoint(3, file, 1, saved));
    assertThat(SafeTensors.read(file).metadata())
        .containsEntry("cambric.checkpoint", "1")
        .containsEntry("cambric.step", "3")
        .containsEntry("cambric.time", "2026-01-31T12:00:00.123456789Z")
        .containsEntry("metric.loss", "0.1");
  }

  @Test
  void a_file_without_a_version_is_read_as_an_older_one() throws IOException {
    var file = write(Map.of());
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(77)));

    assertThat(Checkpoints.in(folder).restore(Map.of("w", 0))).isEqualTo(Map.of("w", 7));
    assertThat(Checkpoints.in(folder).saved())
        .containsExactly(
            new SavedCheckpoint(3, file, 0, CheckpointDetails.at(Instant.ofEpochSecond(77))));
  }

  @Test
  void a_file_of_a_newer_version_is_refused_with_what_to_do() {
    var file = write(Map.of("cambric.checkpoint", "2"));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).restore(Map.of("w", 0)))
        .withMessage(
            "Checkpoint %s has version 2 of the format, but this version of Cambric reads only versions up to"
                    .formatted(file)
                + " 1. Restore it with the version that saved it, or a later one.");
  }

  @Test
  void metadata_of_another_form_are_refused() {
    var sound = new LinkedHashMap<String, String>();
    sound.put("cambric.checkpoint", "1");
    sound.put("cambric.time", "2026-01-31T12:00:00Z");
    for (var wrong :
        Map.of(
                "cambric.checkpoint", "one; needs a whole number",
                "cambric.time", "noon; needs a time such as 2026-01-31T12:00:00Z",
                "metric.loss", "low; needs a number")
            .entrySet()) {
      var texts = wrong.getValue().split("; needs ");
      var metadata = new LinkedHashMap<>(sound);
      metadata.put(wrong.getKey(), texts[0]);
      var file = write(metadata);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> Checkpoints.in(folder).restore(Map.of("w", 0)))
          .withMessage(
              "Checkpoint %s needs %s in the metadata \"%s\", but has \"%s\". Restore another"
                      .formatted(file, texts[1], wrong.getKey(), texts[0])
                  + " one, or save it again.");
    }
  }

  @Test
  void details_of_a_step_that_is_not_there_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).details(4))
        .withMessageStartingWith("There is no checkpoint of step 4 in " + folder);
  }
}
