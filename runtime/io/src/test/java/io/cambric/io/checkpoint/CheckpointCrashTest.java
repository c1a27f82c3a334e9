package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.io.checkpoint.CrashingProvider.Crash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that die before each change that saving makes in the file system. */
class CheckpointCrashTest {

  private static final int STEPS = 6;

  @TempDir private Path folder;

  private static Checkpoints rules(Path run) {
    return Checkpoints.in(run)
        .withKeep(2)
        .withKeepPeriod(Duration.ofDays(1))
        .withBest(BestMetric.lowest("loss", 1));
  }

  private static CheckpointDetails details(long step) {
    return CheckpointDetails.now().withMetric("loss", Math.abs(step - 3));
  }

  @Test
  void after_a_death_before_any_change_the_last_complete_checkpoint_is_there() throws IOException {
    int changes = 0;
    for (boolean died = true; died; changes++) {
      var run = folder.resolve("run" + changes);
      var files = new CrashingProvider(run.getFileSystem(), changes);
      long begun = 0;
      died = false;
      try {
        for (long step = 1; step <= STEPS; step++) {
          begun = step;
          rules(files.wrapped(run)).save(Map.of("w", step), step, details(step));
        }
      } catch (Crash e) {
        died = true;
      }
      assertResumes(run, begun, changes);
    }
    // Each save makes at least a file and a name, and all but the first ones remove one.
    assertThat(changes).isGreaterThan(3 * STEPS - 3);
  }

  /** The step that was begun is there, or the one before it; and the next steps save. */
  private static void assertResumes(Path run, long begun, int changes) throws IOException {
    var checkpoints = rules(run);
    long restored = checkpoints.restore(Map.of("w", 0L)).get("w");
    assertThat(restored).as("after %d changes", changes).isBetween(begun - 1, begun);
    for (long step = restored + 1; step <= STEPS + 1; step++) {
      checkpoints.save(Map.of("w", step), step, details(step));
    }
    assertThat(checkpoints.steps()).containsExactly(1L, 3L, (long) STEPS, STEPS + 1L);
    try (Stream<Path> all = Files.list(run)) {
      assertThat(all).hasSize(4);
    }
  }
}
