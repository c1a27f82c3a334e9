package io.cambric.nn.training;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.transform.Transforms.valueAndGradAux;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.module.Module;
import io.cambric.nn.Dense;
import io.cambric.nn.LstmCarry;
import io.cambric.nn.LstmCell;
import io.cambric.nn.Rnn;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.Losses;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The short form of a training takes the steps that a training by hand takes. */
class MinimizationTest {

  private static final Key DROPOUT = Key.of(7);
  private static final int CLASSES = 3;

  /** Points and the class of each. */
  @PyTree
  record Points(Array x, Array labels) {}

  private static final NormedNet NET = NormedNet.of(CLASSES);

  static List<Points> batches(int... sizes) {
    return Arrays.stream(sizes).mapToObj(MinimizationTest::points).toList();
  }

  private static Points points(int size) {
    var x = Random.normal(Key.of(size), Shape.of(size, CLASSES));
    return new Points(x, x.argmax(-1));
  }

  static Variables variables() {
    return NET.init(Key.of(0), Numpy.zeros(1, CLASSES), false);
  }

  static Array loss(NormedNet net, Points batch, boolean isTraining) {
    var logits = net.call(batch.x(), isTraining);
    return Losses.softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  static Metrics metrics(NormedNet net, Points batch, boolean isTraining) {
    var logits = net.call(batch.x(), isTraining);
    return Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()));
  }

  static Minimization<NormedNet, Points> training() {
    return Training.minimize(NET, variables(), Optax.adam(0.05), MinimizationTest::loss)
        .metrics(MinimizationTest::metrics)
        .rng("dropout", DROPOUT)
        .mutable("batch_stats")
        .data(batches(8, 6, 8));
  }

  /** The results of a step besides the loss. */
  @PyTree
  record Found(Variables statistics, Array logits) {}

  private static StepResult<StandardTrainState<NormedNet>> stepByHand(
      StandardTrainState<NormedNet> state, Points batch) {
    var options = mutable("batch_stats").rng("dropout", DROPOUT.foldIn(state.step()));
    var at =
        valueAndGradAux(
                (Params params) -> {
                  var applied =
                      state
                          .model()
                          .apply(state.variables(params), options, m -> m.call(batch.x(), true));
                  var losses =
                      Losses.softmaxCrossEntropyWithIntegerLabels(applied.output(), batch.labels());
                  return new WithAux<>(
                      losses.mean(), new Found(applied.variables(), applied.output()));
                })
            .apply(state.params());
    return StepResult.of(state.applyGradients(at.grads()).withModelState(at.aux().statistics()))
        .with("accuracy", Accuracy.empty().update(at.aux().logits(), batch.labels()));
  }

  @Test
  void it_takes_the_steps_of_a_training_by_hand() {
    var state = StandardTrainState.create(NET, variables(), Optax.adam(0.05));

    var byHand =
        Training.of(state, MinimizationTest::stepByHand).data(batches(8, 6, 8)).epochs(3).run();
    var trained = training().epochs(3).run();

    assertThat(trained.steps()).isEqualTo(9);
    assertThat(values(trained.state())).isEqualTo(values(byHand.state()));
    assertThat(trained.metrics().get("train/accuracy"))
        .isEqualTo(byHand.metrics().get("train/accuracy"));
  }

  private static List<String> values(StandardTrainState<NormedNet> state) {
    return Trees.leaves(state).stream().map(leaf -> leaf.toString()).toList();
  }

  @Test
  void a_loss_of_model_and_batch_needs_nothing_else() {
    var x = Numpy.linspace(-1, 1, 16).reshape(16, 1);
    var line = Dense.of(1);

    var trained =
        Training.minimize(
                line,
                line.init(Key.of(0), x),
                Optax.adam(0.1),
                (Dense m, Array batch) -> m.call(batch).sub(batch.mul(3).add(2)).square().mean())
            .data(List.of(x))
            .epochs(200)
            .run();

    assertThat(trained.metrics()).containsOnlyKeys("train/loss");
    assertThat(trained.metric("train/loss")).isEqualTo(trained.metrics().get("train/loss"));
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> trained.metric("loss"))
        .withMessageStartingWith(
            "The metrics of this training are [train/loss], but got \"loss\". Name one of them.");
    assertThat(trained.state().params().get("kernel").item()).isCloseTo(3, within(1e-2));
    assertThat(trained.state().params().get("bias").item()).isCloseTo(2, within(1e-2));
  }

  @Test
  void an_evaluation_has_loss_and_metrics_without_dropout_and_with_running_statistics() {
    var tests = batches(5, 9);

    var trained = training().evaluate("test", tests).run();

    assertThat(trained.metrics())
        .containsOnlyKeys("train/loss", "train/accuracy", "test/loss", "test/accuracy");
    double sum = 0;
    for (var batch : tests) {
      var logits = NET.apply(trained.state().variables(), batch.x(), false);
      sum += Losses.softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).sum().item();
    }
    // Each example counts once, so that a last batch of fewer weighs less.
    assertThat(trained.metrics().get("test/loss")).isCloseTo(sum / 14, within(1e-6));
  }

  @Test
  void an_evaluation_may_have_metrics_and_batches_of_its_own() {
    var trained =
        training()
            .evaluate(
                "other",
                List.of(points(4).x()),
                (NormedNet net, Array x) ->
                    Metrics.of("largest", Mean.empty().update(net.call(x, false).max())))
            .run();

    assertThat(trained.metrics()).containsOnlyKeys("train/loss", "train/accuracy", "other/largest");
  }

  @Test
  void evaluations_have_the_metrics_that_are_given_after_them() {
    var trained =
        Training.minimize(NET, variables(), Optax.sgd(0.1), MinimizationTest::loss)
            .evaluate("test", batches(4))
            .mutable("batch_stats")
            .rng("dropout", DROPOUT)
            .data(batches(8))
            .metrics(MinimizationTest::metrics)
            .run();

    assertThat(trained.metrics()).containsKeys("train/accuracy", "test/accuracy");
  }

  @Test
  void metrics_cost_no_second_call_of_the_model() {
    var batch = points(8);
    var state = StandardTrainState.create(NET, variables(), Optax.adam(0.05));
    var plain = training().metrics((NormedNet _, Points _) -> new Metrics(List.of(), List.of()));

    assertThat(steps("dot_general", training(), state, batch))
        .isEqualTo(steps("dot_general", plain, state, batch));
  }

  @Test
  void metrics_cost_no_second_loop_of_a_recurrent_model() {
    var reader = Rnn.of(LstmCell.of(4));
    var x = Random.normal(Key.of(1), Shape.of(2, 5, 3));
    var plain =
        Training.minimize(
            reader,
            reader.init(Key.of(0), x),
            Optax.sgd(0.1),
            (Rnn<LstmCarry> m, Array batch) -> m.call(batch).square().mean());
    var measured =
        plain.metrics((Rnn<LstmCarry> m, Array batch) ->
            Metrics.of("mean", Mean.empty().update(m.call(batch))));
    var state = plain.plan().state();

    assertThat(steps("scan", measured, state, x)).isEqualTo(steps("scan", plain, state, x));
  }

  /** The steps of the compiled training whose line has a name. */
  private static <M extends Module<M>, B> long steps(
      String name, Minimization<M, B> training, StandardTrainState<M> state, B batch) {
    var program = Transforms.jit(training.complete().step()).explain(state, batch);
    return program.toString().lines().filter(line -> line.contains(name)).count();
  }

  @Test
  void the_options_of_every_training_are_there() {
    var trained = training().accumulate(3).ema(0.5).steps(5).logEvery(1).run();

    assertThat(trained.steps()).isEqualTo(5);
    assertThat(trained.average()).isNotNull();
    assertThat(training().toString()).isEqualTo("Training[epochs=1]");
  }
}
