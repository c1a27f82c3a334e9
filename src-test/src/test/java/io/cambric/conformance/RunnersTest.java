package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.NotYetSupported;
import io.cambric.conformance.report.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnersTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"models", "tokenizers"})
  void a_family_that_nothing_reads_counts_as_not_yet_supported(String family) throws IOException {
    Files.writeString(
        folder.resolve("cases.json"),
        """
        {"family": "%s", "variant": "shared", "items": ["item"]}
        """
            .formatted(family));
    var golden = GoldenFolder.families(folder).getFirst().cases().getFirst();

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> Runners.of(golden))
        .satisfies(e -> assertThat(e.features()).containsExactly("family:interop/" + family))
        .satisfies(e ->
            assertThat(NotYetSupported.load().outcomeOf(e.features()))
                .isInstanceOf(Outcome.NotYetSupported.class));
  }
}
