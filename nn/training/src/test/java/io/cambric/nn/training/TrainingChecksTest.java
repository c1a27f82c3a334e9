package io.cambric.nn.training;

import static io.cambric.nn.training.LinearTraining.batches;
import static io.cambric.nn.training.LinearTraining.training;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.io.checkpoint.BestMetric;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.Dense;
import io.cambric.nn.training.LinearTraining.Batch;
import io.cambric.nn.training.LinearTraining.Lines;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in a training are known before its first step. */
class TrainingChecksTest {

  @TempDir private Path folder;

  /** A change of a training. */
  private interface Change extends UnaryOperator<Training<StandardTrainState<Dense>, Batch>> {}

  static List<Change> schedules() {
    return List.of(
        training -> training,
        training -> training.epochs(3),
        training -> training.evaluateEvery(2),
        training -> training.evaluateEvery(1000).epochs(1000),
        training -> training.steps(3),
        training -> training.steps(1000).evaluateEvery(1000),
        training -> training.ema(0.9).evaluateEvery(7),
        training -> training.accumulate(2));
  }

  private static Training<StandardTrainState<Dense>, Batch> withoutSteps() {
    return training()
        .afterStep(_ -> {
          throw new AssertionError("a step was taken");
        });
  }

  private static Metrics wrong(StandardTrainState<Dense> state, Batch batch) {
    return Metrics.of("confusion", ConfusionMatrix.of(3).update(batch.x(), batch.y()));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void an_evaluation_that_fails_does_so_before_the_first_step(Change schedule) {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            schedule
                .apply(withoutSteps().evaluate("test", batches(), TrainingChecksTest::wrong))
                .run())
        .withMessageStartingWith(
            "ConfusionMatrix needs scores [..., classes] and labels [...], but got f32[8,3] and"
                + " f32[8,1].");
  }

  @Test
  void an_evaluation_whose_data_fails_does_so_before_the_first_step() {
    Iterable<Batch> broken =
        () -> {
          throw new DataException("The file is gone. Fetch it.");
        };

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            withoutSteps().evaluate("test", broken, LinearTraining::evaluation).epochs(9).run())
        .withMessage("The file is gone. Fetch it.");
  }

  @Test
  void an_evaluation_needs_a_batch() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            withoutSteps().evaluate("test", List.<Batch>of(), LinearTraining::evaluation).run())
        .withMessage(
            "The evaluation \"test\" needs at least one batch, but has none. Pass more data or "
                + "smaller batches, or keep the rest with batch(n, Remainder.KEEP).");
  }

  @Test
  void early_stopping_needs_a_number_that_there_will_be() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            withoutSteps()
                .evaluate("test", batches(), LinearTraining::evaluation)
                .stopEarly("test/accuracy", EarlyStopping.of(0, 1))
                .run())
        .withMessage(
            "Early stopping needs a metric among [train/loss, test/loss], but got "
                + "\"test/accuracy\". Name a metric of an evaluation or of the training.");
  }

  @Test
  void the_best_checkpoints_need_a_number_that_there_will_be() {
    var checkpoints = Checkpoints.in(folder).withBest(BestMetric.highest("accuracy", 1));

    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            withoutSteps()
                .evaluate("test", batches(), LinearTraining::evaluation)
                .checkpoint(checkpoints)
                .run())
        .withMessage(
            "The choice of best checkpoints needs a metric among [train/loss, test/loss], "
                + "but got \"accuracy\". Name a metric of an evaluation or of the training.");
  }

  @Test
  void requireFinite_needs_a_metric_of_the_step() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> withoutSteps().requireFinite("test/loss").run())
        .withMessage(
            "requireFinite needs a metric among [loss], but got \"test/loss\". Name a "
                + "metric that the step returns.");
  }

  @Test
  void data_that_can_be_read_once_is_read_once() {
    var lines = new Lines();

    training()
        .data(once(batches()))
        .evaluate("test", once(batches()), LinearTraining::evaluation)
        .write(lines)
        .run();

    assertThat(lines.all).containsExactly("4 train/loss", "4 test/loss");
  }

  private static Iterable<Batch> once(List<Batch> batches) {
    return batches.stream()::iterator;
  }

  @Test
  void an_evaluation_of_data_that_is_used_up_is_refused() {
    Iterator<Batch> iterator = batches().iterator();

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            training().epochs(2).evaluate("test", () -> iterator, LinearTraining::evaluation).run())
        .withMessage(
            "The evaluation \"test\" needs batches each time, but after step 8 there are "
                + "none. Pass data that can be read several times, such as a list.");
  }
}
