package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which checkpoints stay. */
class RetentionTest {

  @TempDir private Path folder;

  private static void save(Checkpoints checkpoints, long step, CheckpointDetails details) {
    checkpoints.save(Map.of("w", 1), step, details);
  }

  private static CheckpointDetails loss(double value) {
    return CheckpointDetails.now().withMetric("loss", value);
  }

  @Test
  void the_best_stay_besides_the_latest() {
    var checkpoints = Checkpoints.in(folder).withBest(BestMetric.lowest("loss", 2));
    double[] losses = {5, 3, 4, Double.NaN, 3, 9};
    for (int i = 0; i < losses.length; i++) {
      save(checkpoints, i + 1, loss(losses[i]));
    }
    save(checkpoints, 7, CheckpointDetails.now());

    assertThat(checkpoints.steps()).containsExactly(2L, 5L, 7L);
    assertThat(checkpoints.bestStep()).hasValue(2);
  }

  @Test
  void high_metrics_are_the_best_where_that_is_the_rule() {
    var checkpoints = Checkpoints.in(folder).withBest(BestMetric.highest("loss", 1));
    for (double loss : new double[] {1, 7, 2}) {
      save(checkpoints, (long) (10 - loss), loss(loss));
      checkpoints = checkpoints.withOverwrite(true);
    }
    assertThat(Checkpoints.in(folder).steps()).containsExactly(3L, 8L);
    assertThat(checkpoints.bestStep()).hasValue(3);
  }

  @Test
  void one_of_each_period_stays() {
    var checkpoints = Checkpoints.in(folder).withKeepPeriod(Duration.ofMinutes(10));
    for (int minute : new int[] {0, 4, 9, 11, 19, 20, 25, 40, 41}) {
      save(checkpoints, minute, CheckpointDetails.at(Instant.ofEpochSecond(60L * minute)));
    }
    assertThat(checkpoints.steps()).containsExactly(0L, 11L, 25L, 40L, 41L);
  }

  private List<Long> keptOfMinutes(long... minutes) {
    var checkpoints = Checkpoints.in(folder).withKeepPeriod(Duration.ofMinutes(10));
    for (int step = 0; step < minutes.length; step++) {
      save(checkpoints, step, CheckpointDetails.at(Instant.ofEpochSecond(60 * minutes[step])));
    }
    return checkpoints.steps();
  }

  @Test
  void a_clock_that_was_ahead_does_not_end_the_keeping() {
    assertThat(keptOfMinutes(5, 15, 99999, 25, 30, 35, 45, 50))
        .containsExactly(0L, 1L, 2L, 3L, 5L, 6L, 7L);
  }

  @Test
  void a_clock_that_went_back_keeps_no_more_than_one_a_period() {
    assertThat(keptOfMinutes(100, 110, 107, 108, 109, 121, 40, 41, 49, 50, 51))
        .containsExactly(0L, 1L, 5L, 6L, 9L, 10L);
  }

  @Test
  void a_damaged_file_between_others_is_kept_by_no_period() throws IOException {
    keptOfMinutes(100, 110);
    Files.writeString(folder.resolve("checkpoint_2.safetensors"), "damaged");
    var checkpoints = Checkpoints.in(folder).withKeepPeriod(Duration.ofMinutes(10));
    for (int step = 3; step < 6; step++) {
      save(checkpoints, step, CheckpointDetails.at(Instant.ofEpochSecond(60L * (110 + step))));
    }
    assertThat(checkpoints.steps()).containsExactly(0L, 1L, 5L);
  }

  @Test
  void all_rules_together_keep_what_any_keeps() {
    var checkpoints =
        Checkpoints.in(folder)
            .withKeep(2)
            .withKeepEvery(4)
            .withKeepPeriod(Duration.ofSeconds(6))
            .withBest(BestMetric.lowest("loss", 1));
    for (int step = 0; step <= 10; step++) {
      var details = CheckpointDetails.at(Instant.ofEpochSecond(step));
      save(checkpoints, step, details.withMetric("loss", Math.abs(step - 3)));
    }
    assertThat(checkpoints.steps()).containsExactly(0L, 3L, 4L, 6L, 8L, 9L, 10L);
  }

  @Test
  void a_damaged_file_is_no_reason_not_to_save() throws IOException {
    Files.writeString(folder.resolve("checkpoint_1.safetensors"), "damaged");
    var checkpoints = Checkpoints.in(folder).withBest(BestMetric.lowest("loss", 1));

    save(checkpoints, 2, loss(1));

    assertThat(checkpoints.steps()).containsExactly(2L);
  }

  @Test
  void the_best_is_restored_by_an_option() {
    var checkpoints = Checkpoints.in(folder).withBest(BestMetric.highest("accuracy", 1));
    double[] accuracies = {Double.NaN, 0.5, 0.75, 0.75, 0.25, Double.NaN};
    for (int i = 0; i < accuracies.length; i++) {
      var details = CheckpointDetails.now().withMetric("accuracy", accuracies[i]);
      checkpoints.save(Map.of("w", i), i, details);
    }

    assertThat(checkpoints.restore(Map.of("w", -1), RestoreOptions.best()).tree())
        .isEqualTo(Map.of("w", 2));
    assertThat(checkpoints.restore(Map.of("w", -1), RestoreOptions.latest()).tree())
        .isEqualTo(Map.of("w", 5));
    assertThat(RestoreOptions.best().withPart("w"))
        .hasToString("RestoreOptions[step=best, part=w, partial=false]");
  }

  @Test
  void the_best_of_checkpoints_without_the_metric_is_refused() {
    var checkpoints = Checkpoints.in(folder).withBest(BestMetric.lowest("loss", 1));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> checkpoints.restore(Map.of("w", 1), RestoreOptions.best()))
        .withMessage(
            "There is no checkpoint in %s. Pass a folder with a saved checkpoint.", folder);

    save(checkpoints, 3, loss(Double.NaN));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> checkpoints.restore(Map.of("w", 1), RestoreOptions.best()))
        .withMessage(
            "No checkpoint in %s has the metric \"loss\"; there are checkpoints of the "
                + "steps [3]. Save the metric with each, or restore the latest.",
            folder);
  }

  @Test
  void the_best_without_a_rule_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> Checkpoints.in(Path.of("run")).restore(Map.of("w", 1), RestoreOptions.best()))
        .withMessage(
            "The best checkpoint in run needs a rule, but there is none. Set one with withBest.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(Path.of("run")).bestStep())
        .withMessage(
            "The best checkpoint in run needs a rule, but there is none. Set one with withBest.");
  }

  @Test
  void nothing_to_keep_by_a_rule_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> BestMetric.highest("accuracy", 0))
        .withMessage(
            "The best checkpoints by \"accuracy\" need a count of at least 1, but got 0. "
                + "Leave the rule out to keep none.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(Path.of("run")).withKeepPeriod(Duration.ofMinutes(-1)))
        .withMessage(
            "Checkpoints in run need a keepPeriod of at least 0, but got PT-1M. Leave it "
                + "out to keep none by time.");
  }
}
