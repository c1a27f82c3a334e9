package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.report.FamilyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenRunTest {

  @TempDir private Path folder;

  @Test
  void what_nobody_listed_fails_in_the_folder_of_the_project_only() throws IOException {
    assertThat(GoldenRun.OURS).isDirectory().endsWith(Path.of("src-test", "golden"));

    assertThat(run(GoldenRun.OURS).line())
        .isEqualTo("interop/torch-layers: 0 passed, 1 failed, 0 not yet supported");
    assertThat(run(folder).line())
        .isEqualTo("interop/torch-layers: 0 passed, 0 failed, 1 not yet supported");
    assertThat(run(folder).missingLine())
        .hasValue("interop/torch-layers: not yet supported are torch:Unheard");
  }

  /** Runs a case of a layer that does not exist, as if it were of a folder. */
  private FamilyResult run(Path of) throws IOException {
    Files.writeString(
        folder.resolve("cases.json"),
        """
        {"family": "torch-layers", "variant": "shared", "cases": [{"id": "a", "layer": "Unheard"}]}
        """);
    return GoldenRun.of(of).run(GoldenFolder.families(folder).getFirst());
  }
}
