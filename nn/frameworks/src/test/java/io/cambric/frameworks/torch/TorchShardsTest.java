package io.cambric.frameworks.torch;

import static io.cambric.frameworks.torch.PickleBytes.dict;
import static io.cambric.frameworks.torch.PickleBytes.floats;
import static io.cambric.frameworks.torch.PickleBytes.pickle;
import static io.cambric.frameworks.torch.PickleBytes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.io.WeightEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchShardsTest {

  @TempDir private Path folder;

  @BeforeEach
  void writeShards() throws IOException {
    TorchBytes.zip(
        folder.resolve("1.bin"),
        pickle(dict(text("a.weight"), floats("0", 2))),
        TorchBytes.floats(1, 2));
    TorchBytes.zip(
        folder.resolve("2.bin"),
        pickle(dict(text("b.weight"), floats("0", 1))),
        TorchBytes.floats(3));
  }

  private Path index(String map) throws IOException {
    // The total counts tied weights once or twice, as the writer likes.
    return Files.writeString(
        folder.resolve("pytorch_model.bin.index.json"),
        "{\"metadata\": {\"total_size\": 1}, \"weight_map\": {%s}}".formatted(map));
  }

  @Test
  void tensors_come_from_the_files_that_the_index_names() throws IOException {
    var index = index("\"b.weight\": \"2.bin\", \"a.weight\": \"1.bin\"");

    try (var shards = TorchFile.openSharded(index)) {
      assertThat(shards.names()).containsExactly("b.weight", "a.weight");
      assertThat(shards.get("a.weight").toFloats()).containsExactly(1, 2);
      assertThat(shards.aval("b.weight")).hasToString("f32[1]");
      assertThat(shards.entries())
          .containsExactly(
              new WeightEntry("b.weight", "float32", List.of(1L), 4),
              new WeightEntry("a.weight", "float32", List.of(2L), 8));
      assertThat(shards.format()).isEqualTo("PyTorch, shards");
      assertThat(shards).hasToString("TorchShards %s of 2 files with 2 arrays".formatted(index));
    }
  }

  @Test
  void an_index_that_does_not_match_its_files_is_refused_with_all_differences() throws IOException {
    var index = index("\"a.weight\": \"1.bin\", \"c.weight\": \"2.bin\", \"d\": \"../1.bin\"");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.openSharded(index))
        .withMessage(
            "Index %s does not match its files: array \"b.weight\" of file \"2.bin\" is not in the index; "
                + "array \"c.weight\" is not in file \"2.bin\"; "
                + "file \"../1.bin\" is not a name in the folder of the index. Fetch or write the model again.",
            index);
  }

  @Test
  void an_index_that_is_not_json_is_refused() throws IOException {
    var index = Files.writeString(folder.resolve("pytorch_model.bin.index.json"), "[]");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.openSharded(index))
        .withMessage(
            "%s is not a valid index of PyTorch files: it is not a JSON object. Fetch or write it again.",
            index);
  }
}
