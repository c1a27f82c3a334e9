package io.cambric.frameworks.orbax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;
import io.cambric.io.WeightEntry;
import io.cambric.serialization.ExtValue;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlaxMsgpackFileTest {

  @TempDir private Path folder;

  private Path file(Object tree) throws IOException {
    return Files.write(folder.resolve("state.msgpack"), Serialization.msgpackSerialize(tree));
  }

  @Test
  void arrays_have_the_paths_of_their_keys_and_other_leaves_are_left_out() throws IOException {
    var file =
        file(
            Map.of(
                "params", Map.of("w", NdArray.of(Shape.of(2), 1, 2)),
                "list", List.of(3, NdArray.ofInts(Shape.of(), 4)),
                "text", "none"));

    try (var arrays = FlaxMsgpackFile.open(file)) {
      assertThat(arrays.format()).isEqualTo("Flax, msgpack");
      assertThat(arrays).hasToString("FlaxMsgpackFile %s with 2 arrays".formatted(file));
      assertThat(arrays.entries())
          .containsExactly(
              new WeightEntry("list/1", "int32", List.of(), 4),
              new WeightEntry("params/w", "float32", List.of(2L), 8));
      assertThat(arrays.get("params/w").toFloats()).containsExactly(1, 2);
      assertThat(arrays.aval("params/w").shape()).isEqualTo(Shape.of(2));
      assertThatThrownBy(() -> arrays.get("params"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "%s has no array named \"params\" among its 2 arrays. names() lists them."
                  .formatted(file));
    }
  }

  @Test
  void a_dtype_that_cambric_does_not_have_is_listed_and_refused() throws IOException {
    var file = file(Map.of("z", RawArray.of("complex64", Shape.of(1), new byte[8])));

    try (var arrays = FlaxMsgpackFile.open(file)) {
      assertThat(arrays.names()).isEmpty();
      assertThat(arrays.entries())
          .containsExactly(new WeightEntry("z", "complex64", List.of(1L), 8));
      assertThatThrownBy(() -> arrays.get("z"))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Array \"z\" of %s has the dtype \"complex64\", which Cambric does not have. Read the tree with Serialization.msgpackRestore."
                  .formatted(file));
    }
  }

  @Test
  void equal_names_and_values_of_unknown_kinds_are_refused() throws IOException {
    var one = NdArray.ofInts(Shape.of(), 4);
    var twice = file(Map.of("a/b", one, "a", Map.of("b", one)));
    assertThatThrownBy(() -> FlaxMsgpackFile.open(twice))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %s has two arrays named \"a/b\". Rename a key that has a slash."
                .formatted(twice));

    var unknown = file(Map.of("a", new ExtValue(9, ByteBuffer.allocate(1))));
    assertThatThrownBy(() -> FlaxMsgpackFile.open(unknown))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %s has a value of the extension type 9, which Flax does not write. Write it again with flax.serialization."
                .formatted(unknown));
  }
}
