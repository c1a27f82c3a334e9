package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.scope.Params;
import io.cambric.testing.FileWriters;
import io.cambric.testing.OtherProcess;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints in folders with files of their own, of others, and of earlier processes. */
class CheckpointFilesTest {

  private static final String MEND =
      "Checkpoints need a readable and writable folder, or one that does not exist yet.";

  @TempDir private Path folder;

  private static Params params(double value) {
    return Params.of("w", NdArray.scalar(DType.F32, value));
  }

  private static double restored(Checkpoints checkpoints) {
    return checkpoints.restore(params(-1)).get("w").item();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "checkpoint_007",
        "checkpoint_00",
        "checkpoint_+7",
        "checkpoint_-7",
        "checkpoint_7.0",
        "checkpoint_7e1",
        "checkpoint_ 7",
        "checkpoint_\uff17",
        "checkpoint_9223372036854775808",
        "checkpoint_10000000000000000000",
        "Checkpoint_7"
      })
  void a_file_of_a_name_that_saving_does_not_give_is_left_alone(String name) throws IOException {
    var stray = Files.writeString(folder.resolve(name + ".safetensors"), "stray");
    var checkpoints = Checkpoints.in(folder).withOverwrite(true);
    assertThat(checkpoints.steps()).isEmpty();
    assertThat(restored(checkpoints)).isEqualTo(-1);

    checkpoints.save(params(3), 3);

    assertThat(checkpoints.steps()).containsExactly(3L);
    assertThat(restored(checkpoints)).isEqualTo(3);
    Checkpoints.in(folder).save(params(4), 4);
    assertThat(restored(checkpoints)).isEqualTo(4);
    assertThat(stray).hasContent("stray");
  }

  @Test
  void a_folder_with_the_name_of_a_checkpoint_is_none() throws IOException {
    Files.createDirectories(folder.resolve("checkpoint_7.safetensors").resolve("content"));

    Checkpoints.in(folder).save(params(3), 3);

    assertThat(Checkpoints.in(folder).steps()).containsExactly(3L);
  }

  @Test
  void steps_up_to_the_largest_long_are_listed_in_order_and_restored() {
    var checkpoints = Checkpoints.in(folder).withKeep(9);
    var steps = List.of(0L, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE);
    for (int i = 0; i < steps.size(); i++) {
      checkpoints.save(params(i), steps.get(i));
    }

    assertThat(checkpoints.steps()).isEqualTo(steps);
    assertThat(checkpoints.latestStep()).hasValue(Long.MAX_VALUE);
    assertThat(restored(checkpoints)).isEqualTo(3);
    assertThat(checkpoints.restore(params(-1), steps.get(2)).get("w").item()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sub/checkpoint_", "/", "../", "checkpoint_\0"})
  void a_prefix_that_is_no_part_of_a_file_name_is_refused(String prefix) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(Path.of("run")).withPrefix(prefix))
        .withMessage(
            "Checkpoints in run need a prefix that is part of a file name, but got \"%s\". Add subfolders to"
                    .formatted(prefix.replace("\0", "\\u0000"))
                + " the folder, and leave out characters that file names cannot have.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a b", "(a|b)*", "\\Q\\E", "é", "checkpoint-"})
  void any_other_prefix_saves_where_it_lists(String prefix) {
    var checkpoints = Checkpoints.in(folder).withPrefix(prefix);

    assertThat(checkpoints.save(params(5), 5)).hasParent(folder);

    assertThat(checkpoints.steps()).containsExactly(5L);
    assertThat(restored(checkpoints)).isEqualTo(5);
  }

  @Test
  void a_file_in_the_place_of_the_folder_is_refused_by_restore_and_save() throws IOException {
    var file = Files.writeString(folder.resolve("run"), "text");
    for (var place : List.of(file, file.resolve("below"))) {
      var checkpoints = Checkpoints.in(place);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> checkpoints.restore(params(0)))
          .withMessageStartingWith(place + " cannot be listed: java.nio.file.")
          .withMessageEndingWith(MEND);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> checkpoints.save(params(0), 1))
          .withMessageStartingWith(place + " cannot be listed: java.nio.file.");
    }
    assertThat(file).hasContent("text");
  }

  /** Others who may write to the folder cannot choose what the training overwrites. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_link_in_place_of_a_checkpoint_is_replaced_and_not_followed(boolean isThere)
      throws IOException {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    var run = Files.createDirectory(folder.resolve("run"));
    var other = folder.resolve("other");
    if (isThere) {
      Files.writeString(other, "text");
    }
    var link = Files.createSymbolicLink(run.resolve("checkpoint_1.safetensors"), other);
    var checkpoints = Checkpoints.in(run).withOverwrite(true);

    checkpoints.save(params(2), 1);

    assertThat(link).isRegularFile();
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(restored(checkpoints)).isEqualTo(2);
    if (isThere) {
      assertThat(other).hasContent("text");
    } else {
      assertThat(other).doesNotExist();
    }
  }

  /** As where the disk of a link is not mounted: a training must not begin anew in silence. */
  @Test
  void a_link_to_a_folder_that_is_not_there_is_refused() throws IOException {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    var link = Files.createSymbolicLink(folder.resolve("run"), folder.resolve("unmounted"));

    for (var place : List.of(link, link.resolve("below"))) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> Checkpoints.in(place).restore(params(0)))
          .withMessage(
              "%s cannot be listed: java.nio.file.NoSuchFileException: %s. %s", place, place, MEND);
    }

    Files.createDirectory(folder.resolve("unmounted"));
    Checkpoints.in(link).save(params(1), 1);
    assertThat(restored(Checkpoints.in(link))).isEqualTo(1);
  }

  @Test
  void folders_above_are_made() {
    var checkpoints = Checkpoints.in(folder.resolve("a").resolve("b"));

    checkpoints.save(params(1), 1);

    assertThat(restored(checkpoints)).isEqualTo(1);
  }

  @Test
  void what_killed_runs_left_of_any_step_is_removed() throws Exception {
    var left = folder.resolve("checkpoint_9.safetensors");
    try (var run = OtherProcess.start(List.of(), FileWriters.SlowWriter.class, left.toString())) {
      assertThat(run.line()).isEqualTo("half");
      run.kill();
    }
    Files.writeString(folder.resolve(".checkpoint_120.safetensors77.unfinished"), "left");
    Files.writeString(folder.resolve(".best_1.safetensors77.unfinished"), "of another prefix");
    assertThat(files()).hasSize(3);

    Checkpoints.in(folder).save(params(1), 1);

    assertThat(files())
        .containsExactly(".best_1.safetensors77.unfinished", "checkpoint_1.safetensors");
  }

  @Test
  void what_a_run_that_lives_is_saving_is_left_to_it() throws Exception {
    var checkpoints = Checkpoints.in(folder).withKeep(3);
    var saving = folder.resolve("checkpoint_9.safetensors");
    try (var run = OtherProcess.start(List.of(), FileWriters.SlowWriter.class, saving.toString())) {
      assertThat(run.line()).isEqualTo("half");
      checkpoints.save(params(1), 1);
      checkpoints.save(params(2), 2);
      run.finish();
    }
    assertThat(saving).hasContent("half whole");
    assertThat(checkpoints.steps()).containsExactly(1L, 2L, 9L);
  }

  @Test
  void restore_during_a_run_that_saves_gives_one_of_its_checkpoints() {
    var checkpoints = Checkpoints.in(folder);
    checkpoints.save(params(0), 0);
    var run =
        CompletableFuture.runAsync(() -> {
          for (int step = 1; step <= 200; step++) {
            checkpoints.save(params(step), step);
          }
        });
    double last = 0;
    while (!run.isDone()) {
      double next = restored(checkpoints);
      assertThat(next).isGreaterThanOrEqualTo(last);
      last = next;
    }
    assertThat(run).isCompleted();
    assertThat(restored(checkpoints)).isEqualTo(200);
  }

  @Test
  void a_tree_that_no_file_can_hold_is_refused_before_a_folder_is_made() {
    var place = folder.resolve("run");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(place).save(Map.of("__metadata__", 1), 1))
        .withMessage(
            "File %s would be an invalid safetensors file: an array has the name"
                    .formatted(place.resolve("checkpoint_1.safetensors"))
                + " \"__metadata__\", which the format reserves for text. Nothing was written. "
                + "Choose another name.");
    assertThat(place).doesNotExist();
  }
}
