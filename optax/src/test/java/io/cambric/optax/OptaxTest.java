package io.cambric.optax;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.adamw;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Sample;
import io.cambric.optax.schedule.Schedules;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parameters after steps of the optimisers, against those of Optax. */
class OptaxTest {

  @Test
  void sgd_subtracts_the_learning_rate_times_the_gradient() {
    assertNear(Sample.train(sgd(0.1), 3), 0.38496998, 1.24321997, -0.59739995);
  }

  @Test
  void sgd_with_momentum_accumulates_before_the_learning_rate() {
    assertNear(Sample.train(sgd(0.05, 0.9), 3), 0.373503029, 1.21146774, -0.704713941);
    assertNear(
        Sample.train(sgd(0.05, 0.9).withNesterov(true), 3), 0.247357741, 1.16909087, -0.641302466);
  }

  @Test
  void a_scheduled_rate_counts_from_zero() {
    assertNear(
        Sample.train(sgd(Schedules.linear(0.1, 0.01, 5), 0.5), 3),
        0.312011063,
        1.18689311,
        -0.689307392);
    assertNear(
        Sample.train(adam(Schedules.cosineDecay(0.05, 8, 0.1, 1)), 3),
        0.570089042,
        1.23409867,
        -0.762476563);
  }

  @Test
  void adam_rescales_by_moments() {
    assertNear(Sample.train(adam(0.01), 3), 0.675146937, 1.33140421, -0.735156);
    assertNear(
        Sample.train(adam(0.01).withNesterov(true), 3), 0.668976843, 1.32778597, -0.731182516);
    assertNear(
        Sample.train(adam(0.1).withB1(0.8).withB2(0.95).withEps(1e-3).withEpsRoot(1e-4), 3),
        0.424094439,
        1.10588276,
        -0.776089907);
  }

  @Test
  void adamw_multiplies_the_decay_by_the_learning_rate() {
    assertNear(Sample.train(adamw(0.01), 3), 0.675144851, 1.33140004, -0.735153854);
    assertNear(
        Sample.train(adamw(0.05).withWeightDecay(0.1), 3), 0.553181112, 1.20911419, -0.747974098);
  }

  @Test
  void a_negative_learning_rate_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> sgd(-0.1))
        .withMessage(
            "sgd needs a learning rate of at least 0, but got -0.1. The sign is already "
                + "flipped; to maximise, chain with scale(step).");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void an_optimiser_names_its_mistaken_hyperparameter(String message, ThrowingCallable mistake) {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(mistake)
        .withMessage(message);
  }

  static Stream<Arguments> mistakes() {
    var infinite = Double.POSITIVE_INFINITY;
    return Stream.of(
        mistake(
            "sgd needs a finite learning rate, but got Infinity." + COMPUTED, () -> sgd(infinite)),
        mistake(
            "sgd needs momentum in [0, 1], but got 1.5. It is a fraction, not a percentage.",
            () -> sgd(0.1, 1.5)),
        mistake(
            "sgd needs momentum in [0, 1], but got NaN. It is a fraction, not a percentage.",
            () -> sgd(Schedules.constant(1), Double.NaN)),
        mistake(
            "adam needs a finite learning rate, but got NaN." + COMPUTED,
            () -> Optax.adam(Double.NaN)),
        mistake(
            "adamw needs a finite weight decay, but got -Infinity." + COMPUTED,
            () -> Optax.adamw(0.1).withWeightDecay(-infinite)),
        mistake(
            "adamw needs a learning rate of at least 0, but got -1.0. The sign is already "
                + "flipped; to maximise, chain with scale(step).",
            () -> Optax.adamw(-1)),
        mistake(
            "scale_by_learning_rate needs a finite learning rate, but got Infinity." + COMPUTED,
            () -> Optax.scaleByLearningRate(infinite, true)));
  }

  private static final String COMPUTED = " Look for a division by 0 where it is computed.";

  private static Arguments mistake(String message, ThrowingCallable call) {
    return Arguments.of(message, call);
  }

  @Test
  void updates_of_other_shapes_than_the_parameters_are_refused() {
    var params = List.of(array(1f, 2f, 3f));
    var updates = List.of(array(1f, 2f));
    var adam = Optax.adam(0.1);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> adam.update(updates, adam.init(params), params))
        .withMessage(
            "A gradient transformation needs updates, state and parameters with leaves of "
                + "equal shapes, but one leaf is f32[2] and f32[3]. Call init for these "
                + "parameters.");
  }

  @Test
  void the_sign_of_a_learning_rate_may_stay() {
    assertNear(Sample.updates(Optax.scaleByLearningRate(0.5, false), 1), 0.50345, 0.3058, 0.3939);
    assertNear(
        Sample.updates(Optax.scaleByLearningRate(Schedules.constant(0.5), false), 1),
        0.50345,
        0.3058,
        0.3939);
  }

  @Test
  void applying_updates_keeps_the_dtype_of_the_parameters() {
    var half = Map.of("a", Sample.row(1, 2).astype(DType.BF16));
    var sum = Optax.applyUpdates(half, Map.of("a", Sample.row(0.5f, 0.25f)));
    assertThat(sum.get("a").dtype()).isEqualTo(DType.BF16);
    assertNear(sum.get("a"), 1.5, 2.25);
  }

  @Test
  void applying_updates_of_another_structure_is_refused_with_the_place() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Optax.applyUpdates(Sample.PARAMS, Map.of("b", Sample.row(1))))
        .withMessageContaining("needs trees of equal structure");
  }

  @Test
  void a_leaf_that_is_no_array_is_refused() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> adam(0.1).init(Map.of("a", 1.5)))
        .withMessage(
            "A gradient transformation needs a tree of arrays, but one leaf is of class"
                + " java.lang.Double. Make it an array, or mark the component that holds it"
                + " @Static.");
  }

  @Test
  void the_global_norm_is_over_all_leaves() {
    assertNear(Optax.globalNorm(List.of(Sample.row(3), Map.of("x", Sample.row(0, 4)))), 5);
    assertNear(Optax.globalNorm(List.of()), 0);
  }
}
