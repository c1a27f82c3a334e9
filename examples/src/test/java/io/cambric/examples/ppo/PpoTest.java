package io.cambric.examples.ppo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.ppo.Ppo.Rollout;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PpoTest {

  private static final int STEPS = 6;

  @TempDir private Path folder;

  /** One pole, whose episode terminates at step 1 and is truncated at step 4. */
  @Test
  void advantages_stop_at_the_end_of_an_episode_and_value_what_a_truncated_one_had_left() {
    var state = new Ppo(1, STEPS, 1, 1).start(8, 1e-3, Key.of(0)).state();
    var shape = Shape.of(STEPS, 1);
    var observations = Random.normal(Key.of(1), Shape.of(STEPS, 1, 4));
    var reached = Random.normal(Key.of(2), Shape.of(STEPS, 1, 4));
    var values = Random.normal(Key.of(3), shape);
    int[] terminated = {0, 1, 0, 0, 0, 0};
    int[] done = {0, 1, 0, 0, 1, 0};
    var rollout =
        new Rollout(
            observations,
            NdArray.ofInts(shape, new int[STEPS]),
            values,
            values,
            reached,
            NdArray.ofInts(shape, terminated).astype(DType.BOOL),
            NdArray.ofInts(shape, done).astype(DType.BOOL),
            NdArray.ofInts(shape, new int[STEPS]));

    var samples = Ppo.samples(state, rollout);

    var next = state.model().apply(state.variables(), reached).value().toFloats();
    var value = values.toFloats();
    double advantage = 0;
    for (int t = STEPS - 1; t >= 0; t--) {
      double delta = 1 + 0.99 * next[t] * (1 - terminated[t]) - value[t];
      advantage = delta + 0.99 * 0.95 * (1 - done[t]) * advantage;
      assertThat(samples.advantage().get(t, 0).item())
          .as("advantage of step %d", t)
          .isCloseTo(advantage, offset(1e-5));
      assertThat(samples.target().get(t, 0).item())
          .as("target of step %d", t)
          .isCloseTo(advantage + value[t], offset(1e-5));
    }
  }

  @Test
  void episodes_become_longer() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("lengths.svg");
    var run =
        CommandRun.of(
            new PpoCommand(), "--iterations=20", "--report=" + report, "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last)
        .matches("not solved: mean length \\d+\\.\\d of the last 100 episodes, after 20480 steps");
    assertThat(Double.parseDouble(last.split(" ")[4])).isGreaterThan(80);
    assertThat(Files.readString(report)).contains("Proximal policy optimisation");
    assertThat(Files.readString(picture)).startsWith("<svg");
  }
}
