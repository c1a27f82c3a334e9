package io.cambric.frameworks.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.WeightEntry;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TensorFlowCheckpointTest {

  private static final String VALUE = "/.ATTRIBUTES/VARIABLE_VALUE";

  @TempDir private Path folder;

  private Path prefix() {
    return folder.resolve("ckpt-1");
  }

  private TensorFlowCheckpoint open(BundleWriter bundle) {
    return TensorFlowCheckpoint.open(bundle.write(prefix()));
  }

  private static float[] floats(NdArray array) {
    return array.toFloats();
  }

  @Test
  void a_checkpoint_is_opened_by_the_beginning_of_its_names_or_by_one_of_its_files() {
    new BundleWriter().floats("w", List.of(2L), 1, 2).write(prefix());

    for (var ending : new String[] {"", ".index", ".data-00000-of-00001"}) {
      try (var checkpoint = TensorFlowCheckpoint.open(Path.of(prefix() + ending))) {
        assertThat(checkpoint.get("w").toFloats()).containsExactly(1, 2);
        assertThat(checkpoint.format()).isEqualTo("TensorFlow, checkpoint V2");
        assertThat(checkpoint)
            .hasToString("TensorFlowCheckpoint %s with 1 arrays".formatted(prefix()));
      }
    }
  }

  @Test
  void the_folder_of_a_saved_model_is_opened_by_its_variables() throws IOException {
    var variables = Files.createDirectories(folder.resolve("model/variables"));
    new BundleWriter().floats("w", List.of(), 3).write(variables.resolve("variables"));

    for (var each : List.of(folder.resolve("model"), variables)) {
      try (var checkpoint = TensorFlowCheckpoint.open(each)) {
        assertThat(checkpoint.get("w").item()).isEqualTo(3);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ckpt-1", "/elsewhere/ckpt-1", "C:\\\\\\\\runs\\\\\\\\ckpt-1"})
  void a_folder_of_checkpoints_is_opened_at_the_newest(String path) throws IOException {
    new BundleWriter().floats("w", List.of(), 3).write(prefix());
    Files.writeString(
        folder.resolve("checkpoint"),
        """
        all_model_checkpoint_paths: "ckpt-0"
        model_checkpoint_path: "%s"
        """
            .formatted(path.replace("\\\\", "\\")));

    try (var checkpoint = TensorFlowCheckpoint.open(folder)) {
      assertThat(checkpoint.get("w").item()).isEqualTo(3);
    }
  }

  @Test
  void variables_of_objects_have_the_names_that_lead_to_them() {
    var bundle = new BundleWriter();
    for (var key : List.of("net/layers/0", "net/a.Sb..c", "same.Sname", "same/name")) {
      bundle.floats(key + VALUE, List.of(), key.length());
    }
    bundle.floats("plain.Sname", List.of(), 1);

    try (var checkpoint = open(bundle)) {
      assertThat(checkpoint.names())
          .containsExactly(
              "net/a/b.c",
              "net/layers/0",
              "plain.Sname",
              "same.Sname" + VALUE,
              "same/name" + VALUE);
      assertThat(checkpoint.get("net/a/b.c").item()).isEqualTo("net/a.Sb..c".length());
    }
  }

  @Test
  void the_parts_of_a_variable_are_one_array() {
    var top = new TensorSlice(List.of(0L, 0L), List.of(2L, TensorSlice.WHOLE));
    var left = new TensorSlice(List.of(2L, 0L), List.of(1L, 1L));
    var right = new TensorSlice(List.of(2L, 1L), List.of(1L, 2L));
    var bundle =
        new BundleWriter()
            .parts("w", List.of(3L, 3L), right, top, left)
            .part("w", top, List.of(2L, 3L), 1, 2, 3, 4, 5, 6)
            .part("w", left, List.of(1L, 1L), 7)
            .part("w", right, List.of(1L, 2L), 8, 9);

    try (var checkpoint = open(bundle)) {
      assertThat(checkpoint.entries())
          .containsExactly(new WeightEntry("w", "float32", List.of(3L, 3L), 36));
      assertThat(floats(checkpoint.get("w"))).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }

  @Test
  void a_file_of_a_machine_with_the_other_order_of_bytes_is_read() {
    var bundle = new BundleWriter(ByteOrder.BIG_ENDIAN).floats("w", List.of(2L), 1, -2.5f);
    bundle.strings("names", "a", "bc");

    try (var checkpoint = open(bundle)) {
      assertThat(floats(checkpoint.get("w"))).containsExactly(1, -2.5f);
      assertThat(checkpoint.strings("names")).map(String::new).containsExactly("a", "bc");
    }
  }

  @Test
  void strings_are_listed_and_have_a_method_of_their_own() {
    try (var checkpoint = open(new BundleWriter().strings("names", "a", "", "b\0c"))) {
      assertThat(checkpoint.entries())
          .containsExactly(new WeightEntry("names", "string", List.of(3L), 11));
      assertThat(checkpoint.names()).isEmpty();
      assertThat(checkpoint.strings("names")).map(String::new).containsExactly("a", "", "b\0c");
      assertThatThrownBy(() -> checkpoint.get("names"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"names\" of %s has the dtype \"string\", which Cambric does not have. Read its elements with strings(name)."
                  .formatted(prefix()));
    }
  }

  @Test
  void a_dtype_that_cambric_does_not_have_is_listed_and_refused() {
    var bundle =
        new BundleWriter()
            .tensor(
                "z".getBytes(StandardCharsets.UTF_8), BundleWriter.COMPLEX, List.of(), new byte[8])
            .tensor("later".getBytes(StandardCharsets.UTF_8), 77, List.of(), new byte[3]);

    try (var checkpoint = open(bundle)) {
      assertThat(checkpoint.entries())
          .containsExactly(
              new WeightEntry("later", "DT_77", List.of(), 3),
              new WeightEntry("z", "complex64", List.of(), 8));
      assertThatThrownBy(() -> checkpoint.aval("z"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"z\" of %s has the dtype \"complex64\", which Cambric does not have. Convert it in TensorFlow."
                  .formatted(prefix()));
      assertThatThrownBy(() -> checkpoint.strings("z"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"z\" of %s has the dtype complex64, but strings(name) needs the dtype string in one piece. Read it with get(name)."
                  .formatted(prefix()));
    }
  }

  @Test
  void an_unknown_name_and_a_closed_checkpoint_are_refused() {
    var checkpoint = open(new BundleWriter().floats("w", List.of(2L), 1, 2));

    assertThatThrownBy(() -> checkpoint.get("v"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "%s has no array named \"v\" among its 1 arrays. names() lists them."
                .formatted(prefix()));
    checkpoint.close();
    checkpoint.close();
    assertThatThrownBy(() -> checkpoint.get("w"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Array \"w\" of %s cannot be read after close(). Read arrays before."
                .formatted(prefix()));
    assertThat(checkpoint.aval("w").shape()).isEqualTo(Shape.of(2));
  }

  @Test
  void a_truth_value_is_0_or_1() {
    var bundle =
        new BundleWriter()
            .tensor(
                "b".getBytes(StandardCharsets.UTF_8),
                BundleWriter.BOOL,
                List.of(2L),
                new byte[] {1, 2});

    try (var checkpoint = open(bundle)) {
      assertThatThrownBy(() -> checkpoint.get("b"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"b\" of %s needs elements 0 or 1 for its dtype bool, but has 2. Fetch or write it again."
                  .formatted(prefix()));
    }
  }
}
