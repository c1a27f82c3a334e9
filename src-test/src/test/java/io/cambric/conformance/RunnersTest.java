package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.format.GoldenFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnersTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data-files",
        "models",
        "npy",
        "onnx",
        "sampling",
        "tensorboard",
        "tokenizers",
        "torch-layers"
      })
  void a_family_of_other_libraries_has_a_runner(String family) throws IOException {
    Files.writeString(
        folder.resolve("cases.json"),
        """
        {"family": "%s", "variant": "shared", "items": ["item"]}
        """
            .formatted(family));
    var golden = GoldenFolder.families(folder).getFirst().cases().getFirst();

    assertThat(Runners.of(golden)).isNotNull();
  }
}
