package io.cambric.nn.training;

import static io.cambric.nn.training.MinimizationTest.batches;
import static io.cambric.nn.training.MinimizationTest.training;
import static io.cambric.nn.training.MinimizationTest.variables;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.MissingRngException;
import io.cambric.errors.ShapeException;
import io.cambric.nn.training.MinimizationTest.Points;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Losses;
import io.cambric.optax.Optax;
import io.cambric.scope.Variables;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mistakes in a short training are known before its first step, each with its mend. */
class MinimizationChecksTest {

  private static final NormedNet NET = NormedNet.of(3);

  private static Minimization<NormedNet, Points> withoutSteps(
      ModelFunction<NormedNet, Points, Array> loss) {
    return Training.minimize(NET, variables(), Optax.sgd(0.1), loss)
        .mutable("batch_stats")
        .rng("dropout", Key.of(1))
        .data(batches(8))
        .afterStep(_ -> {
          throw new AssertionError("a step was taken");
        });
  }

  private static Array crossEntropy(NormedNet net, Points batch, boolean isTraining) {
    return MinimizationTest.loss(net, batch, isTraining);
  }

  @Test
  void a_loss_is_one_number() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> withoutSteps((net, batch, train) -> net.call(batch.x(), train)).run())
        .withMessageStartingWith(
            "Training.minimize needs a scalar loss, but got f32[8,3]. Reduce it, as in loss.mean().");
  }

  @Test
  void a_loss_is_floating() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            withoutSteps((net, batch, train) ->
                    net.call(batch.x(), train).argmax(-1).ne(batch.labels()).sum())
                .run())
        .withMessageStartingWith(
            "Training.minimize needs a floating loss, but got i32[]. Its gradient is 0 "
                + "everywhere: use a loss such as cross entropy.");
  }

  @Test
  void data_has_a_batch() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> withoutSteps(MinimizationTest::loss).data(List.of()).run())
        .withMessageStartingWith(
            "Training needs at least one batch in each epoch, but epoch 1 has none.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(
            () -> Training.minimize(NET, variables(), Optax.sgd(0.1), MinimizationTest::loss).run())
        .withMessageStartingWith("Training needs data, but got none.");
  }

  @Test
  void labels_lie_among_the_classes() {
    var batch = new Points(Numpy.zeros(4, 3), Numpy.array(2, 0, 3, 1));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> withoutSteps(MinimizationTest::loss).data(List.of(batch)).run())
        .withMessageMatching(
            "Training needs indices below 3 at .*, but the first batch has 3 in "
                + "\"labels\"\\. Check that labels and tokens count from 0, or enlarge the "
                + "axis\\.(?s:.*)");
  }

  @Test
  void labels_are_integers() {
    var batch = new Points(Numpy.zeros(2, 3), Numpy.array(0.0, 1.0));

    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> withoutSteps(MinimizationTest::loss).data(List.of(batch)).run())
        .withMessageStartingWith(
            "softmax_cross_entropy_with_integer_labels needs integer labels, but got f32[2].");
  }

  @Test
  void labels_that_the_loss_leaves_out_may_lie_anywhere() {
    var batch = new Points(Numpy.ones(3, 3), Numpy.array(2, -100, 1));

    var trained =
        Training.minimize(
                NET,
                variables(),
                Optax.sgd(0.1),
                (NormedNet net, Points b) -> {
                  var each =
                      Losses.softmaxCrossEntropyWithIntegerLabels(
                          net.call(b.x(), false), b.labels());
                  return Numpy.where(b.labels().eq(-100), 0, each).mean();
                })
            .data(List.of(batch))
            .run();

    assertThat(trained.metrics().get("train/loss")).isFinite();
  }

  @Test
  void a_collection_that_a_step_writes_is_declared() {
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() ->
            Training.minimize(NET, variables(), Optax.sgd(0.1), MinimizationTest::loss)
                .rng("dropout", Key.of(1))
                .data(batches(8))
                .run())
        .withMessageContaining("batch_stats")
        .withMessageContaining("In Training.minimize, name the collection with .mutable(name)");
  }

  @Test
  void a_random_stream_is_declared() {
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() ->
            Training.minimize(NET, variables(), Optax.sgd(0.1), MinimizationTest::loss)
                .mutable("batch_stats")
                .data(batches(8))
                .run())
        .withMessageContaining("dropout")
        .withMessageContaining("In Training.minimize, pass the key with .rng(name, key)");
  }

  @Test
  void an_evaluation_with_a_loss_that_trains_says_how_to_tell_it() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            Training.minimize(
                    NET,
                    variables(),
                    Optax.sgd(0.1),
                    (NormedNet net, Points batch) -> crossEntropy(net, batch, true))
                .mutable("batch_stats")
                .rng("dropout", Key.of(1))
                .data(batches(8))
                .evaluate("test", batches(4))
                .afterStep(_ -> {
                  throw new AssertionError("a step was taken");
                })
                .run())
        .withMessageStartingWith(
            "Training evaluates without mutable collections and random streams, but the "
                + "loss or the metrics need them: Variable \"mean\" in scope \"/BatchNorm_0\"")
        .withMessageContaining(
            "Use functions of model, batch and isTraining, and pass isTraining to the layers.");
  }

  @Test
  void mutable_collections_are_among_the_variables() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> training().mutable("batch_stat"))
        .withMessageStartingWith(
            "Training needs mutable collections among [batch_stats], but got "
                + "\"batch_stat\". Name a collection that init of the model returned, except "
                + "\"params\", which the optimiser changes.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> training().mutable("params"));
  }

  @Test
  void variables_have_parameters() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(
            () -> Training.minimize(NET, Variables.empty(), Optax.sgd(0.1), MinimizationTest::loss))
        .withMessageStartingWith(
            "Training.minimize needs variables with a collection \"params\", but got []. "
                + "Pass the variables that init of the model returned.");
  }
}
