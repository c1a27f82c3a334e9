package io.cambric.nn.training;

import static io.cambric.nn.training.LinearTraining.batches;
import static io.cambric.nn.training.LinearTraining.loss;
import static io.cambric.nn.training.LinearTraining.state;
import static io.cambric.nn.training.LinearTraining.step;
import static io.cambric.nn.training.LinearTraining.training;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.NonFiniteException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.nn.Dense;
import io.cambric.nn.report.Report;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingTest {

  @TempDir private Path folder;

  private static float[] kernel(StandardTrainState<Dense> state) {
    return state.params().get("kernel").toFloats();
  }

  private static List<String> bits(TrainingResult<StandardTrainState<Dense>> trained) {
    return Trees.leaves(trained.state()).stream()
        .filter(Array.class::isInstance)
        .map(leaf -> Arrays.toString(((Array) leaf).toFloats()))
        .toList();
  }

  @Test
  void a_training_takes_a_step_for_each_batch_of_each_epoch() {
    var trained = training().epochs(30).run();

    assertThat(trained.epochs()).isEqualTo(30);
    assertThat(trained.steps()).isEqualTo(120);
    assertThat(trained.state().step().item()).isEqualTo(120);
    assertThat(trained.metrics().get("train/loss")).isLessThan(0.05);
  }

  @Test
  void a_training_is_the_loop_that_one_would_write() {
    var state = state();
    for (int epoch = 0; epoch < 3; epoch++) {
      for (var batch : batches()) {
        state = step(state, batch).state();
      }
    }

    assertThat(kernel(training().epochs(3).run().state()))
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(kernel(state));
  }

  @Test
  void a_step_is_traced_once() {
    var traces = new AtomicInteger();

    Training.of(
            state(),
            (StandardTrainState<Dense> state, LinearTraining.Batch batch) -> {
              traces.incrementAndGet();
              return LinearTraining.step(state, batch);
            })
        .data(batches())
        .epochs(2)
        .run();

    assertThat(traces).hasValue(1);
  }

  @Test
  void the_first_state_stays_as_it_is() {
    var state = state();
    var before = kernel(state);

    Training.of(state, LinearTraining::step).data(batches()).run();

    assertThat(kernel(state)).isEqualTo(before);
  }

  @Test
  void numbers_are_written_at_the_ends_of_epochs() {
    var lines = new LinearTraining.Lines();

    training().epochs(2).evaluate("test", batches(), LinearTraining::evaluation).write(lines).run();

    assertThat(lines.all)
        .containsExactly("4 train/loss", "4 test/loss", "8 train/loss", "8 test/loss");
  }

  @Test
  void numbers_are_written_every_few_steps_and_at_the_end() {
    var lines = new LinearTraining.Lines();

    training()
        .steps(6)
        .logEvery(3)
        .evaluate("test", batches(), LinearTraining::evaluation)
        .evaluateEvery(5)
        .write(lines)
        .run();

    assertThat(lines.all)
        .containsExactly(
            "3 train/loss", "4 train/loss", "5 test/loss", "6 train/loss", "6 test/loss");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 7, 8, 11})
  void a_training_that_fails_after_any_step_continues_to_the_bit(int failing) {
    var whole =
        training().epochs(3).ema(0.9).evaluate("test", batches(), LinearTraining::evaluation);
    var expected = whole.checkpoint(Checkpoints.in(folder.resolve("whole"))).run();

    var other = whole.checkpoint(Checkpoints.in(folder.resolve("other"))).checkpointEvery(3);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() ->
            other
                .afterStep(moment -> {
                  if (moment.step() == failing) {
                    throw new IllegalStateException("killed");
                  }
                })
                .run());
    var resumed = other.run();

    assertThat(bits(resumed)).isEqualTo(bits(expected));
    assertThat(requireNonNull(resumed.average()).get("kernel").toFloats())
        .isEqualTo(requireNonNull(expected.average()).get("kernel").toFloats());
    assertThat(resumed.steps()).isEqualTo(12);
    assertThat(resumed.metrics()).isEqualTo(expected.metrics());
  }

  @Test
  void a_complete_training_is_not_trained_again() {
    var checkpoints = Checkpoints.in(folder);
    var first = training().epochs(2).checkpoint(checkpoints).run();

    var again =
        training()
            .epochs(2)
            .checkpoint(checkpoints)
            .afterStep(_ -> {
              throw new AssertionError("a step was taken");
            })
            .run();

    assertThat(bits(again)).isEqualTo(bits(first));
    assertThat(again.metrics()).isEqualTo(first.metrics());
  }

  @Test
  void a_longer_training_continues_a_shorter_one() {
    var checkpoints = Checkpoints.in(folder);
    training().epochs(1).checkpoint(checkpoints).run();

    var longer = training().epochs(3).checkpoint(checkpoints).run();

    assertThat(bits(longer)).isEqualTo(bits(training().epochs(3).run()));
  }

  @Test
  void a_checkpoint_holds_the_numbers_of_its_epoch() {
    var checkpoints = Checkpoints.in(folder);

    var trained =
        training()
            .evaluate("test", batches(), LinearTraining::evaluation)
            .checkpoint(checkpoints)
            .run();

    assertThat(checkpoints.details(4).metrics()).isEqualTo(trained.metrics());
    assertThat(SafeTensors.read(folder.resolve("checkpoint_4.safetensors")).names())
        .contains("state/params/kernel", "step", "position");
  }

  @Test
  void early_stopping_ends_a_training_that_no_longer_gets_better() {
    var stopping = EarlyStopping.of(100, 2);

    var trained =
        training()
            .epochs(50)
            .evaluate("test", batches(), LinearTraining::evaluation)
            .stopEarly("test/loss", stopping)
            .run();

    assertThat(trained.epochs()).isEqualTo(4);
  }

  @Test
  void a_training_that_early_stopping_has_ended_stays_ended() {
    var training =
        training()
            .epochs(50)
            .evaluate("test", batches(), LinearTraining::evaluation)
            .stopEarly("test/loss", EarlyStopping.of(100, 2))
            .checkpoint(Checkpoints.in(folder));
    training.run();

    assertThat(training.run().epochs()).isEqualTo(4);
  }

  @Test
  void a_hook_ends_a_run_and_the_training_continues_later() {
    var training = training().epochs(2).checkpoint(Checkpoints.in(folder));

    var stopped =
        training
            .afterStep(moment -> {
              if (moment.step() == 3) {
                moment.stop();
              }
            })
            .run();
    var continued = training.run();

    assertThat(stopped.steps()).isEqualTo(3);
    assertThat(bits(continued)).isEqualTo(bits(training().epochs(2).run()));
  }

  @Test
  void hooks_see_epochs_steps_and_numbers() {
    var seen = new ArrayList<String>();

    training()
        .epochs(2)
        .afterEpoch(moment ->
            seen.add(
                "%d %d %s %s"
                    .formatted(
                        moment.epoch(),
                        moment.step(),
                        moment.metrics().keySet(),
                        moment.state().step().item())))
        .run();

    assertThat(seen).containsExactly("0 4 [train/loss] 4.0", "1 8 [train/loss] 8.0");
  }

  @Test
  void accumulated_gradients_make_a_step_of_the_optimiser_for_several_batches() {
    var kernels = new ArrayList<float[]>();

    training().accumulate(2).afterStep(moment -> kernels.add(kernel(moment.state()))).run();

    assertThat(kernels.get(0)).isNotEqualTo(kernels.get(1)).isEqualTo(kernel(state()));
    assertThat(kernels.get(2)).isEqualTo(kernels.get(1));
    assertThat(kernels.get(3)).isNotEqualTo(kernels.get(2));
  }

  @Test
  void the_average_follows_the_parameters() {
    var kernels = new ArrayList<float[]>();
    kernels.add(kernel(state()));

    var trained =
        training().ema(0.75).afterStep(moment -> kernels.add(kernel(moment.state()))).run();

    double expected = kernels.getFirst()[0];
    for (var kernel : kernels.subList(1, kernels.size())) {
      expected = 0.75 * expected + 0.25 * kernel[0];
    }
    var average = requireNonNull(trained.average()).get("kernel");
    assertThat((double) average.toFloats()[0]).isCloseTo(expected, within(1e-6));
  }

  @Test
  void an_evaluation_uses_the_average() {
    var trained =
        training().ema(0.75).evaluate("test", batches(), LinearTraining::evaluation).run();

    var averaged = trained.state().withParams(requireNonNull(trained.average()));
    double expected =
        batches().stream()
            .mapToDouble(batch -> loss(averaged, averaged.params(), batch).item())
            .average()
            .orElseThrow();
    assertThat(trained.metrics().get("test/loss")).isCloseTo(expected, within(1e-5));
  }

  @Test
  void the_report_of_a_resumed_training_has_the_numbers_of_all_epochs() throws IOException {
    var training =
        training()
            .evaluate("test", batches(), LinearTraining::evaluation)
            .checkpoint(Checkpoints.in(folder.resolve("run")));
    training.epochs(1).report(Report.to(folder.resolve("report.html"), "First")).run();

    var report = Report.to(folder.resolve("report.html"), "Second");
    training.epochs(3).report(report).run();

    assertThat(Files.readAllLines(folder.resolve("report.csv")))
        .hasSize(4)
        .startsWith("step,train/loss,test/loss");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<h1>Second</h1>", "train/loss", "test/loss");
  }

  @Test
  void the_report_of_a_new_training_has_no_numbers_of_an_older_one() throws IOException {
    training().logEvery(1).report(Report.to(folder.resolve("report.html"), "First")).run();
    training().report(Report.to(folder.resolve("report.html"), "Second")).run();

    assertThat(Files.readAllLines(folder.resolve("report.csv"))).hasSize(2);
  }

  @Test
  void run_needs_data() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Training.of(state(), LinearTraining::step).run())
        .withMessage("Training needs data, but got none. Set batches with data(...) before run().");
  }

  @Test
  void run_needs_a_batch_in_each_epoch() {
    var none = List.<LinearTraining.Batch>of();

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Training.of(state(), LinearTraining::step).data(none).run())
        .withMessage(
            "Training needs at least one batch in each epoch, but epoch 1 has none. Pass "
                + "more data or smaller batches, or keep the rest with batch(n, Remainder.KEEP).");
  }

  @Test
  void a_loss_that_is_no_number_ends_the_training_where_that_is_asked_for() {
    var batches = batches();
    var last = batches.removeLast();
    batches.add(new LinearTraining.Batch(last.x().mul(Double.NaN), last.y()));

    assertThatExceptionOfType(NonFiniteException.class)
        .isThrownBy(() ->
            Training.of(state(), LinearTraining::step).data(batches).requireFinite("loss").run())
        .withMessage(
            "The loss is NaN in epoch 1, step 4. Either the training diverged, or a batch has NaN "
                + "or labels out of range. Start with -Dcambric.debug=nans,infs to find the "
                + "operation.");
  }

  @Test
  void early_stopping_names_the_metrics_that_there_are() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> training().stopEarly("loss", EarlyStopping.of(0, 1)).run())
        .withMessage(
            "Early stopping needs a metric among [train/loss], but got \"loss\". Name a "
                + "metric of an evaluation or of the training.");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, Double.NaN})
  void ema_needs_a_decay_below_one(double decay) {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> training().ema(decay))
        .withMessage(
            "Training with a moving average needs a decay in [0, 1), but got %s. Use one "
                + "such as 0.999.",
            decay);
  }

  @Test
  void a_count_is_positive() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> training().logEvery(0))
        .withMessage(
            "Training needs logEvery of at least 1, but got 0. Leave it out for the default.");
  }
}
