package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints on a file system of Hadoop are copies of those in a local folder. */
class CheckpointFolderTest {

  private static final List<ScalarRecord> RECORDS =
      List.of(
          ScalarRecord.of(1, Map.of("train/loss", 0.5)),
          ScalarRecord.of(2, Map.of("train/loss", Double.NaN)));

  @TempDir private Path local;
  @TempDir private Path remote;

  private CheckpointFolder folder() {
    return folder(remote.resolve("run"));
  }

  private static CheckpointFolder folder(Path path) {
    return new CheckpointFolder(
        path.toUri().toString(), new SerializableConfiguration(new Configuration()));
  }

  private Path checkpoint(long step, String content) throws IOException {
    return Files.writeString(local.resolve("checkpoint_" + step + ".safetensors"), content);
  }

  @Test
  void a_folder_that_is_not_there_has_no_checkpoints() {
    assertThat(folder().steps()).isEmpty();
  }

  @Test
  void a_checkpoint_comes_back_with_its_records(@TempDir Path other) throws IOException {
    folder().store(checkpoint(7, "seven"), RECORDS);
    assertThat(folder().steps()).containsExactly(7L);
    folder().fetch(List.of(7L), other);
    assertThat(other.resolve("checkpoint_7.safetensors")).hasContent("seven");
    assertThat(folder().records(7)).isEqualTo(RECORDS);
  }

  @Test
  void a_checkpoint_of_the_same_step_takes_the_place_of_the_one_before() throws IOException {
    folder().store(checkpoint(7, "before"), List.of());
    folder().store(checkpoint(7, "after"), RECORDS);
    assertThat(remote.resolve("run/checkpoint_7.safetensors")).hasContent("after");
    assertThat(folder().records(7)).isEqualTo(RECORDS);
  }

  @Test
  void checkpoints_that_the_local_folder_does_not_keep_go() throws IOException {
    var first = checkpoint(7, "seven");
    folder().store(first, RECORDS);
    folder().store(checkpoint(8, "eight"), RECORDS);
    assertThat(folder().steps()).containsExactly(7L, 8L);
    Files.delete(first);
    folder().store(checkpoint(9, "nine"), RECORDS);
    assertThat(folder().steps()).containsExactly(8L, 9L);
    assertThat(remote.resolve("run/records_7")).doesNotExist();
  }

  @Test
  void other_files_are_no_checkpoints_and_stay() throws IOException {
    Files.createDirectories(remote.resolve("run"));
    var other = Files.writeString(remote.resolve("run/checkpoint_7.safetensors.bak"), "mine");
    folder().store(checkpoint(9, "nine"), RECORDS);
    assertThat(folder().steps()).containsExactly(9L);
    assertThat(other).hasContent("mine");
  }

  @Test
  void a_checkpoint_without_records_has_none() throws IOException {
    Files.createDirectories(remote.resolve("run"));
    Files.writeString(remote.resolve("run/checkpoint_7.safetensors"), "seven");
    assertThat(folder().records(7)).isEmpty();
  }

  @Test
  void processes_other_than_the_first_have_folders_of_their_own() {
    assertThat(folder().ofRank(0).uri()).isEqualTo(folder().uri());
    assertThat(folder().ofRank(3).uri()).isEqualTo(folder().uri() + "/rank-3");
  }

  @Test
  void a_folder_that_cannot_be_used_is_named() throws IOException {
    var file = Files.writeString(remote.resolve("file"), "no folder");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> folder(file.resolve("run")).store(checkpoint(7, "seven"), RECORDS))
        .withMessageStartingWith("The checkpoints in %s/run cannot be written: ", file.toUri())
        .withMessageContaining("Check that executors can read and write there.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> folder().fetch(List.of(5L), local))
        .withMessageStartingWith("The checkpoints in %s cannot be read: ", folder().uri());
  }
}
