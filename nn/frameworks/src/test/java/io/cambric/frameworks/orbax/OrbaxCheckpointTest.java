package io.cambric.frameworks.orbax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.WeightEntry;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.scope.Params;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrbaxCheckpointTest {

  private static final String COMPLETE = ", \"store_array_data_equal_to_fill_value\": true";

  @TempDir private Path folder;

  private ZarrWriter writer() {
    return new ZarrWriter(folder);
  }

  private float[] floats(String name) {
    try (var checkpoint = OrbaxCheckpoint.open(folder)) {
      return checkpoint.get(name).toFloats();
    }
  }

  private void assertRefused(String name, String what) {
    assertThatThrownBy(() -> floats(name))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Folder %s cannot be read as a checkpoint of Orbax: %s. Fetch or write it again."
                .formatted(folder, what));
  }

  @Test
  void arrays_have_the_paths_of_their_keys_in_the_order_of_the_tree() throws IOException {
    writer()
        .metadata(COMPLETE, "params.kernel", "none", "list.0")
        .array("params.kernel", "[2, 2]", "[2, 2]")
        .chunk("params.kernel/0.0", 1, 2, 3, 4)
        .array("list.0", "[]", "[]")
        .chunk("list.0/0", 5);

    try (var checkpoint = OrbaxCheckpoint.open(folder)) {
      assertThat(checkpoint.format()).isEqualTo("Orbax, folders of zarr");
      assertThat(checkpoint).hasToString("OrbaxCheckpoint %s with 2 arrays".formatted(folder));
      assertThat(checkpoint.names()).containsExactly("params/kernel", "list/0");
      assertThat(checkpoint.entries())
          .containsExactly(
              new WeightEntry("params/kernel", "float32", List.of(2L, 2L), 16),
              new WeightEntry("list/0", "float32", List.of(), 4));
      assertThat(checkpoint.get("params/kernel").toFloats()).containsExactly(1, 2, 3, 4);
      assertThat(checkpoint.get("list/0").item()).isEqualTo(5);
    }
  }

  @Test
  void weights_go_to_variables_by_a_table_of_names() throws IOException {
    writer()
        .metadata("", "params.Dense_0.kernel")
        .array("params.Dense_0.kernel", "[1, 2]", "[1, 2]")
        .chunk("params.Dense_0.kernel/0.0", 1, 2);
    var map = WeightMap.of(WeightRule.from("params/Dense_{i}/kernel").to("layers_{i}/kernel"));
    var target =
        Params.of(Map.of("layers_0", Map.of("kernel", new ShapedArray(Shape.of(1, 2), DType.F32))));

    try (var checkpoint = OrbaxCheckpoint.open(folder)) {
      assertThat(map.load(checkpoint, target).get("layers_0", "kernel"))
          .hasToString("f32[1,2] [[1.0, 2.0]]");
    }
  }

  @Test
  void an_array_in_chunks_is_joined_without_what_is_outside_of_it() throws IOException {
    writer()
        .metadata(COMPLETE, "w")
        .array("w", "[3, 3]", "[2, 2]")
        .chunk("w/0.0", 1, 2, 4, 5)
        .chunk("w/0.1", 3, -1, 6, -1)
        .chunk("w/1.0", 7, 8, -1, -1)
        .chunk("w/1.1", 9, -1, -1, -1);

    assertThat(floats("w")).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void a_chunk_may_be_absent_if_the_writer_leaves_out_zeros() throws IOException {
    writer().metadata("", "w").array("w", "[4]", "[2]").chunk("w/1", 3, 4);
    assertThat(floats("w")).containsExactly(0, 0, 3, 4);

    writer().metadata(COMPLETE, "w");
    assertRefused("w", "array \"w\" has 1 of 2 chunks");
  }

  @Test
  void chunks_may_have_the_other_order_of_bytes_and_no_compression() throws IOException {
    writer().metadata("", "w").file("w/.zarray", ZarrWriter.header("[2]", "[2]", ">i2", "null"));
    Files.write(folder.resolve("w/0"), new byte[] {1, 2, -1, -2});

    try (var checkpoint = OrbaxCheckpoint.open(folder)) {
      assertThat(checkpoint.get("w").toInts()).containsExactly(0x102, -2);
    }
  }

  @Test
  void indices_may_be_names_of_folders() throws IOException {
    writer()
        .metadata("", "w")
        .file(
            "w/.zarray",
            ZarrWriter.header("[1, 2]", "[1, 1]", "<f4", "{\"id\": \"zstd\"}")
                .replace("\".\"", "\"/\""));
    Files.createDirectories(folder.resolve("w/0"));
    writer().chunk("w/0/0", 1).chunk("w/0/1", 2);

    assertThat(floats("w")).containsExactly(1, 2);
  }

  @Test
  void a_folder_without_a_description_has_the_names_of_its_arrays() throws IOException {
    writer().array("params.w", "[1]", "[1]").chunk("params.w/0", 7);

    assertThat(floats("params.w")).containsExactly(7);
  }

  @Test
  void the_newest_step_of_a_manager_is_opened() throws IOException {
    for (var step : List.of("9", "10", "11.orbax-checkpoint-tmp-1")) {
      new ZarrWriter(folder.resolve(step + "/default"))
          .metadata("", "w")
          .array("w", "[1]", "[1]")
          .chunk("w/0", step.length());
    }

    assertThat(floats("w")).containsExactly(2);
    try (var checkpoint = OrbaxCheckpoint.open(folder.resolve("9"))) {
      assertThat(checkpoint.get("w").toFloats()).containsExactly(1);
    }
  }

  @Test
  void several_trees_of_a_step_need_a_choice() throws IOException {
    for (var item : List.of("params", "state")) {
      new ZarrWriter(folder.resolve("3").resolve(item)).metadata("");
    }

    assertThatThrownBy(() -> OrbaxCheckpoint.open(folder))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Folder %s has several trees of arrays: [\"params\", \"state\"]. Pass one of these folders."
                .formatted(folder.resolve("3")));
  }

  @Test
  void a_path_that_is_no_checkpoint_is_refused() throws IOException {
    assertThatThrownBy(() -> OrbaxCheckpoint.open(folder))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Folder %s is no checkpoint of Orbax: neither it nor a folder in it has the file _METADATA or manifest.ocdbt, or folders of arrays. Pass the folder that Orbax wrote."
                .formatted(folder));
    assertThatThrownBy(() -> OrbaxCheckpoint.open(folder.resolve("x")))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Folder %s does not exist, so it is no checkpoint of Orbax. Pass the folder that Orbax wrote."
                .formatted(folder.resolve("x")));
    var file = Files.createFile(folder.resolve("state.msgpack"));
    assertThatThrownBy(() -> OrbaxCheckpoint.open(file))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "A checkpoint of Orbax is a folder, but %s is a file. Read it with FlaxMsgpackFile if flax.serialization wrote it."
                .formatted(file));
  }

  @Test
  void a_dtype_that_cambric_does_not_have_is_listed_and_refused() throws IOException {
    writer()
        .metadata("", "z", "q")
        .file("z/.zarray", ZarrWriter.header("[2]", "[2]", "<c8", "null"))
        .file("q/.zarray", ZarrWriter.header("[2]", "[2]", "float8_e4m3fn", "null"));

    try (var checkpoint = OrbaxCheckpoint.open(folder)) {
      assertThat(checkpoint.names()).isEmpty();
      assertThat(checkpoint.entries())
          .containsExactly(
              new WeightEntry("z", "complex64", List.of(2L), 16),
              new WeightEntry("q", "float8_e4m3fn", List.of(2L), 2));
      assertThatThrownBy(() -> checkpoint.get("z"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"z\" of %s has the dtype \"complex64\", which Cambric does not have. Convert it in JAX."
                  .formatted(folder));
    }
  }

  @Test
  void an_unknown_name_and_a_closed_checkpoint_are_refused() throws IOException {
    writer().metadata("", "w").array("w", "[1]", "[1]").chunk("w/0", 7);
    var checkpoint = OrbaxCheckpoint.open(folder);

    assertThatThrownBy(() -> checkpoint.get("v"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "%s has no array named \"v\" among its 1 arrays. names() lists them."
                .formatted(folder));
    NdArray before = checkpoint.get("w");
    checkpoint.close();
    assertThat(before.toFloats()).containsExactly(7);
    assertThatThrownBy(() -> checkpoint.get("w"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Array \"w\" of %s cannot be read after close(). Read arrays before."
                .formatted(folder));
  }

  @Test
  void the_format_zarr_3_is_refused_by_its_name() throws IOException {
    writer().metadata(", \"use_zarr3\": true", "w");

    assertRefused(
        "w",
        "its arrays have the format zarr 3, but zarr 2 is needed, which use_zarr3=False writes");
  }

  @Test
  void other_options_of_zarr_are_refused_at_their_place() throws IOException {
    var good = ZarrWriter.header("[1]", "[1]", "<f4", "null");
    for (var change :
        List.of(
            List.of(
                "\"zarr_format\": 2",
                "\"zarr_format\": 3",
                "2 at \"$.zarr_format\", but there is \"3\""),
            List.of("\"C\"", "\"F\"", "\"C\" at \"$.order\", but there is the string \"F\""),
            List.of(
                "\"filters\": null",
                "\"filters\": [1]",
                "null at \"$.filters\", but there is an array"),
            List.of(
                "\"compressor\": null",
                "\"compressor\": {\"id\": \"blosc\"}",
                "\"zstd\" at \"$.compressor.id\", but there is the string \"blosc\""),
            List.of(
                "\"fill_value\": null",
                "\"fill_value\": 1.5",
                "null or 0 at \"$.fill_value\", but there is \"1.5\""))) {
      writer().metadata("", "w").file("w/.zarray", good.replace(change.get(0), change.get(1)));

      assertThatThrownBy(() -> floats("w"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "The header of array \"w\" of %s needs %s. Save it again with the defaults of Orbax."
                  .formatted(folder, change.get(2)));
    }
  }

  @Test
  void damaged_headers_and_chunks_are_refused() throws IOException {
    writer().metadata("", "w");
    assertRefused("w", "array \"w\" has no .zarray");

    writer().array("w", "[2]", "[1, 1]");
    assertRefused("w", "array \"w\" has the sizes [2] and chunks of [1, 1]");

    writer().array("w", "[2]", "[0]");
    assertRefused("w", "array \"w\" has the sizes [2] and chunks of [0]");

    writer().array("w", "[1099511627776, 1099511627776]", "[1, 1]");
    assertRefused(
        "w",
        "array \"w\" has the sizes [1099511627776, 1099511627776], which make more elements than can be counted");

    writer().array("w", "[2]", "[2]").chunk("w/0", 1);
    assertRefused("w", "chunk \"w/0\" becomes 4 bytes, but needs 8");

    writer().array("w", "[2]", "[1000000]").chunk("w/0", 1);
    assertRefused(
        "w", "chunk \"w/0\" has 13 bytes, too few for the 4000000 bytes of a chunk of [1000000]");

    writer().array("w", "[2]", "[2000000000]").chunk("w/0", 1);
    assertRefused(
        "w", "array \"w\" has chunks of [2000000000], which are too large for a Java array");
  }
}
