package io.cambric.conformance.optax;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrajectoryRunnerTest {

  @TempDir private Path folder;

  /** w.A w / 2 = 14, b.w = 10, sum((m - 1)^2) / 2 = 0.5, sum((m @ w[:2])^2) = 16. */
  @Test
  void the_coefficients_of_the_quadratic_are_those_of_the_header() throws IOException {
    Files.writeString(
        folder.resolve("trajectories.json"),
        """
        {"objectives": {"quadratic": {"A": [[2, 0, 0], [0, 2, 0], [0, 0, 2]], "b": [0, 5, 0]}},
         "cases": [{"objective": "quadratic"}]}
        """);
    var golden = GoldenFolder.families(folder).getFirst().cases().getFirst();
    var w = Numpy.array(new float[] {1, 2, 3});
    var m = Numpy.array(new float[] {2, 1}).reshape(1, 2);

    var value = TrajectoryRunner.objective(golden).apply(Map.of("w", w, "m", m));

    assertThat(value.item()).isEqualTo(14 - 10 + 0.5 + 16);
  }
}
