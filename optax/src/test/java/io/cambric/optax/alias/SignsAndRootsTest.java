package io.cambric.optax.alias;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Optimisers by signs, by roots of averages, and by changes of gradients; numbers of Optax. */
class SignsAndRootsTest {

  @Test
  void lion_follows_the_sign_of_an_interpolated_average() {
    assertNear(Sample.train(Optax.lion(0.01), 3), 0.673179209, 1.34705961, -0.719078064);
  }

  @Test
  void the_learning_rate_of_lion_multiplies_its_weight_decay() {
    var tx = Optax.lion(0.02).withB1(0.8).withB2(0.95).withWeightDecay(0.1);
    assertNear(Sample.train(tx, 3), 0.639109075, 1.32909358, -0.704694211);
  }

  @Test
  void rmsprop_divides_by_the_root_of_averaged_squares() {
    assertNear(Sample.train(Optax.rmsprop(0.01), 3), 0.638731599, 1.30882049, -0.714137137);
  }

  @Test
  void centered_rmsprop_divides_by_the_standard_deviation() {
    var tx =
        Optax.rmsprop(0.01)
            .withDecay(0.8)
            .withEps(0.1)
            .withCentered(true)
            .withMomentum(0.5)
            .withBiasCorrection(true);
    assertNear(Sample.train(tx, 3), 0.590924919, 1.29137421, -0.745536089);
  }

  @Test
  void signs_are_those_of_gradients_or_of_their_average() {
    assertNear(Sample.train(Optax.signSgd(0.1), 3), 0.403199941, 1.25709999, -0.629099965);
    assertNear(
        Sample.train(Optax.signum(0.1).withBeta(0.5), 3), 0.403199941, 1.05709994, -0.629099965);
  }

  @Test
  void noise_is_that_of_the_key() {
    var tx = Optax.noisySgd(0.1).withKey(Key.of(7));
    assertNear(Sample.train(tx, 3), 0.378284276, 1.2415005, -0.599211454);
  }

  @Test
  void novograd_divides_by_the_norm_of_each_array() {
    var tx = Optax.novograd(0.05).withB1(0.8).withB2(0.5).withWeightDecay(0.01);
    assertNear(Sample.train(tx, 3), 0.512405455, 1.26891923, -0.72124815);
  }

  @Test
  void optimistic_descent_adds_the_change_of_the_gradient() {
    var tx = Optax.optimisticGradientDescent(0.1).withAlpha(0.7).withBeta(0.3);
    assertNear(Sample.train(tx, 3), 0.501711965, 1.30418301, -0.567393959);
  }

  @Test
  void optimistic_adam_adds_the_change_of_adams_updates() {
    assertNear(
        Sample.train(Optax.optimisticAdam(0.05).withOptimism(0.02), 3),
        0.547973812,
        1.23531258,
        -0.692224562);
    assertNear(
        Sample.train(Optax.optimisticAdamV2(0.01).withAlpha(0.8), 3),
        0.683766246,
        1.34604013,
        -0.707122028);
  }

  @Test
  void updates_of_rprop_lag_one_step_behind() {
    assertNear(Sample.train(Optax.rprop(0.1), 1), 0.7032, 1.3571, -0.7291);
    assertNear(Sample.train(Optax.rprop(0.1), 3), 0.483199954, 1.25709999, -0.729099989);
  }

  @Test
  void sm3_sums_the_squares_of_vectors() {
    assertNear(Sample.train(Optax.sm3(0.1), 3), 0.657971382, 1.31752098, -0.73656261);
  }

  @Test
  void sm3_refuses_scalars() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Optax.sm3(0.1).init(Map.of("scale", Sample.row(1).reshape())))
        .withMessage(
            "scale_by_sm3 needs parameters with at least one axis, but one is f32[]. Pass "
                + "scalars to another optimiser with masked.");
  }

  @Test
  void hyperparameters_are_checked_under_the_name_of_the_optimiser() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Optax.rmsprop(0.1).withDecay(1.5))
        .withMessage(
            "rmsprop needs decay in [0, 1), but got 1.5. It is the weight of the old "
                + "average; 0.9 is usual.");
  }

  @Test
  void updates_are_the_same_under_jit() {
    for (GradientTransformation tx :
        List.of(
            Optax.lion(0.1),
            Optax.rmsprop(0.1).withBiasCorrection(true),
            Optax.noisySgd(0.1),
            Optax.novograd(0.1),
            Optax.optimisticAdamV2(0.1),
            Optax.rprop(0.1),
            Optax.sm3(0.1),
            Optax.applyEvery(2),
            Optax.scaleByDistanceOverGradients())) {
      var params = Sample.PARAMS;
      var grads = Sample.GRADS.get(0);
      var second = Sample.GRADS.get(1);
      var jitted =
          Transforms.jit((Map<String, Array> g) -> {
            var step = tx.update(g, tx.init(params), params);
            return tx.update(second, step.state(), params).updates();
          });
      var eager = tx.update(grads, tx.init(params), params);
      var expected = tx.update(second, eager.state(), params).updates().get("a").toFloats();
      assertThat(Trees.leaves(jitted.apply(grads))).as("%s", tx).hasSize(1);
      assertNear(jitted.apply(grads).get("a"), expected[0], expected[1], expected[2]);
    }
  }
}
