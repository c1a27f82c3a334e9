package io.cambric.frameworks.tensorflow;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenBundleTest {

  @TempDir private Path folder;

  private Path prefix() {
    return folder.resolve("ckpt-1");
  }

  private Path file(String ending) {
    return Path.of(prefix() + ending);
  }

  private ThrowingCallable opening(BundleWriter bundle) {
    return () -> TensorFlowCheckpoint.open(bundle.write(prefix())).close();
  }

  private void assertRefused(BundleWriter bundle, String what) {
    assertRefused(opening(bundle), what);
  }

  private void assertRefused(ThrowingCallable reading, String what) {
    assertThatThrownBy(reading)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %s cannot be read as a checkpoint of TensorFlow: %s. Fetch or write it again."
                .formatted(file(".index"), what));
  }

  @Test
  void an_index_needs_the_end_of_a_table() throws IOException {
    Files.write(file(".index"), new byte[60]);

    assertRefused(
        () -> TensorFlowCheckpoint.open(prefix()),
        "its 60 bytes do not end with the number that marks a sorted table");
  }

  @Test
  void a_flipped_bit_in_the_index_disagrees_with_the_checksum() throws IOException {
    new BundleWriter().floats("w", List.of(2L), 1, 2).write(prefix());
    var bytes = Files.readAllBytes(file(".index"));
    bytes[10] ^= 4;
    Files.write(file(".index"), bytes);

    assertThatThrownBy(() -> TensorFlowCheckpoint.open(prefix()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the checksum of the block of 40 bytes at byte 0 is ");
  }

  @Test
  void a_flipped_bit_in_the_data_disagrees_with_the_checksum() throws IOException {
    new BundleWriter().floats("w", List.of(2L), 1, 2).write(prefix());
    var data = file(".data-00000-of-00001");
    var bytes = Files.readAllBytes(data);
    bytes[1] ^= 4;
    Files.write(data, bytes);

    try (var checkpoint = TensorFlowCheckpoint.open(prefix())) {
      assertRefused(
          () -> checkpoint.get("w"),
          "tensor \"w\" is damaged, as the checksum of its 8 bytes at byte 0 of %s is bb440518, not 35e53c59"
              .formatted(data));
    }
  }

  @Test
  void a_missing_file_is_named() throws IOException {
    assertThatThrownBy(() -> TensorFlowCheckpoint.open(prefix()))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %1$s cannot be read: java.nio.file.NoSuchFileException: %1$s. Check that it exists and is a checkpoint of TensorFlow."
                .formatted(file(".index")));

    new BundleWriter().floats("w", List.of(2L), 1, 2).write(prefix());
    Files.delete(file(".data-00000-of-00001"));

    assertThatThrownBy(() -> TensorFlowCheckpoint.open(prefix()))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %1$s cannot be read: java.nio.file.NoSuchFileException: %1$s. Check that it exists and is a checkpoint of TensorFlow."
                .formatted(file(".data-00000-of-00001")));
  }

  @Test
  void a_data_file_that_was_cut_is_refused_at_the_opening() throws IOException {
    new BundleWriter().floats("w", List.of(2L), 1, 2).write(prefix());
    var data = file(".data-00000-of-00001");
    Files.write(data, new byte[7]);

    assertRefused(
        () -> TensorFlowCheckpoint.open(prefix()),
        "tensor \"w\" is damaged, as it has 8 bytes at byte 0 of %s, which has 7 bytes"
            .formatted(data));
  }

  @Test
  void the_old_format_is_refused_by_its_name() throws IOException {
    new BundleWriter().floats("w", List.of(), 1).write(prefix());
    Files.move(file(".index"), prefix());

    assertThatThrownBy(() -> TensorFlowCheckpoint.open(prefix()))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %s is a checkpoint in TensorFlow's old format V1, which is one file without an index. Save it again with tf.train.Checkpoint, or with a Saver of SaverDef.V2."
                .formatted(prefix()));
  }

  @Test
  void a_folder_without_a_checkpoint_is_refused() throws IOException {
    assertThatThrownBy(() -> TensorFlowCheckpoint.open(folder))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Folder %s has neither variables/variables.index, as a SavedModel has, nor a text file named checkpoint that names the newest checkpoint. Pass the beginning of the names of a checkpoint's files, as in %s."
                .formatted(folder, prefix()));

    Files.writeString(folder.resolve("checkpoint"), "all_model_checkpoint_paths: \"a\"\n");

    assertThatThrownBy(() -> TensorFlowCheckpoint.open(folder))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %s does not name the newest checkpoint: it has no model_checkpoint_path. Pass the beginning of the names of a checkpoint's files."
                .formatted(folder.resolve("checkpoint")));
  }

  @Test
  void the_header_comes_first_and_has_a_version_and_a_number_of_files() {
    assertRefused(
        new BundleWriter().entry("", header -> header.varint(1, 0)),
        "its header has the number 0 of data files");
    assertRefused(
        new BundleWriter()
            .entry("", header -> header.varint(1, 1).message(3, v -> v.varint(1, 9).varint(2, 9))),
        "at byte 9, a reader of version 9 or later is needed, but this one knows 1");
  }

  @Test
  void an_entry_agrees_with_itself() {
    assertRefused(
        new BundleWriter().entry("w", entry -> entry.varint(1, 1).varint(3, 1)),
        "tensor \"w\" is damaged, as it lies in data file 1 of 1, counted from 0");
    assertRefused(
        new BundleWriter().entry("w", entry -> entry.varint(1, 1).varint(4, -5)),
        "tensor \"w\" is damaged, as it has 0 bytes at byte -5");
    assertRefused(
        new BundleWriter().floats("w", List.of(3L, 2L), 1, 2),
        "tensor \"w\" is damaged, as dtype float32 and sizes [3, 2] need 4 bytes for each element, but there are 8");
    assertRefused(
        new BundleWriter().floats("w", List.of(1L << 40, 1L << 40), 1, 2),
        "tensor \"w\" is damaged, as its sizes [1099511627776, 1099511627776] make more elements than can be counted");
    assertRefused(
        new BundleWriter().floats("w", List.of(-1L)),
        "at byte 19, axis 0 of a tensor has the size -1");
    assertRefused(
        new BundleWriter().entry("w", entry -> entry.message(2, shape -> shape.varint(3, 1))),
        "at byte 17, a tensor has no known sizes");
  }

  @Test
  void sizes_beyond_an_int_are_listed_and_refused() {
    try (var checkpoint =
        TensorFlowCheckpoint.open(
            new BundleWriter().floats("w", List.of(0L, 1L << 40)).write(prefix()))) {
      assertThatThrownBy(() -> checkpoint.get("w"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"w\" of %s has the sizes [0, 1099511627776], but a Java array has at most 2147483639 elements. Split it in the program that wrote it."
                  .formatted(prefix()));
    }
  }

  @Test
  void parts_are_the_whole_variable_each_element_once() {
    var first = new TensorSlice(List.of(0L), List.of(2L));
    var second = new TensorSlice(List.of(1L), List.of(2L));
    var outside = new TensorSlice(List.of(2L), List.of(2L));

    assertRefused(
        new BundleWriter().parts("w", List.of(3L), first),
        "tensor \"w\" is damaged, as its part with [2] elements from index [0] on has no entry");
    assertRefused(
        new BundleWriter().parts("w", List.of(3L), first).part("w", first, List.of(2L), 1, 2),
        "tensor \"w\" is damaged, as its parts have 2 of 3 elements");
    assertRefused(
        new BundleWriter()
            .parts("w", List.of(3L), first, second)
            .part("w", first, List.of(2L), 1, 2)
            .part("w", second, List.of(2L), 1, 2),
        "tensor \"w\" is damaged, as its parts 0 and 1 overlap");
    assertRefused(
        new BundleWriter().parts("w", List.of(3L), outside),
        "tensor \"w\" is damaged, as its part with [2] elements from index [2] on does not lie within its sizes [3]");
    assertRefused(
        new BundleWriter().parts("w", List.of(2L), first).part("w", first, List.of(1L, 2L), 1, 2),
        "tensor \"w\" is damaged, as its part from index [0] on is float32[1, 2], but the whole is float32[2]");
  }

  @Test
  void strings_have_lengths_that_fit() {
    var bundle =
        new BundleWriter()
            .tensor(
                "s".getBytes(StandardCharsets.UTF_8),
                BundleWriter.STRING,
                List.of(9L),
                new byte[3]);

    try (var checkpoint = TensorFlowCheckpoint.open(bundle.write(prefix()))) {
      assertRefused(
          () -> checkpoint.strings("s"),
          "tensor \"s\" is damaged, as its content has 3 bytes, too few for 9 strings");
    }
  }
}
