package io.cambric.nn.optim;

import static io.cambric.nn.optim.FlatSample.GRADS;
import static io.cambric.nn.optim.FlatSample.PARAMS;
import static io.cambric.optax.Optax.adadelta;
import static io.cambric.optax.Optax.adafactor;
import static io.cambric.optax.Optax.adagrad;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.adamw;
import static io.cambric.optax.Optax.addDecayedWeights;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.lamb;
import static io.cambric.optax.Optax.lars;
import static io.cambric.optax.Optax.masked;
import static io.cambric.optax.Optax.rmsprop;
import static io.cambric.optax.Optax.scale;
import static io.cambric.optax.Optax.scaleByAdadelta;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.testing.Near.assertNear;

import io.cambric.core.Array;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.transform.function.Fn;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Older optimisers and the transformations that replace them, step by step. */
@SuppressWarnings("deprecation")
class EquivalenceTest {

  private static <D extends OptimizerDef<D>> void assertEquivalent(
      D older, GradientTransformation tx) {
    var optimizer = older.create(PARAMS);
    var params = PARAMS;
    var state = tx.init(params);
    for (var grads : GRADS) {
      optimizer = optimizer.applyGradient(grads);
      var updated = tx.update(grads, state, params);
      params = Optax.applyUpdates(params, updated.updates());
      state = updated.state();
      for (var name : params.keySet()) {
        assertNear(optimizer.target().get(name), doubles(params.get(name)));
      }
    }
  }

  private static double[] doubles(Array array) {
    var floats = array.toFloats();
    var doubles = new double[floats.length];
    for (int i = 0; i < floats.length; i++) {
      doubles[i] = floats[i];
    }
    return doubles;
  }

  @Test
  void gradient_descent_is_sgd() {
    assertEquivalent(new GradientDescent(0.1), sgd(0.1));
  }

  @Test
  void momentum_is_sgd_with_momentum() {
    assertEquivalent(new Momentum(0.1), sgd(0.1).withMomentum(0.9));
    assertEquivalent(
        new Momentum(0.1).withNesterov(true), sgd(0.1).withMomentum(0.9).withNesterov(true));
  }

  @Test
  void momentum_with_weight_decay_is_a_chain_with_added_weights() {
    assertEquivalent(
        new Momentum(0.1).withWeightDecay(0.01),
        chain(addDecayedWeights(0.01), sgd(0.1).withMomentum(0.9)));
  }

  @Test
  void adam_is_adam() {
    assertEquivalent(new Adam(0.1), adam(0.1));
  }

  @Test
  void adam_with_weight_decay_is_adamw() {
    assertEquivalent(new Adam(0.1).withWeightDecay(0.05), adamw(0.1).withWeightDecay(0.05));
  }

  @Test
  void adadelta_is_adadelta() {
    assertEquivalent(
        new Adadelta(0.5).withRho(0.8).withEps(1e-5), adadelta(0.5).withRho(0.8).withEps(1e-5));
  }

  @Test
  void adadelta_with_weight_decay_adds_the_weights_after_the_scaling() {
    assertEquivalent(
        new Adadelta(0.5).withWeightDecay(0.1),
        chain(scaleByAdadelta(), addDecayedWeights(0.1), scale(-0.5)));
  }

  @Test
  void adagrad_is_adagrad_from_an_accumulator_of_zero() {
    assertEquivalent(new Adagrad(0.1), adagrad(0.1).withInitialAccumulatorValue(0).withEps(1e-8));
  }

  @Test
  void adafactor_is_adafactor() {
    assertEquivalent(new Adafactor(0.1), adafactor(0.1));
    assertEquivalent(
        new Adafactor(0.1).withBeta1(0.9).withWeightDecayRate(0.01).withMinDimSizeToFactor(2),
        adafactor(0.1).withMomentum(0.9).withWeightDecayRate(0.01).withMinDimSizeToFactor(2));
  }

  @Test
  void lamb_is_lamb() {
    assertEquivalent(
        new Lamb(0.1).withBeta1(0.8).withWeightDecay(0.1).withEps(1e-4),
        lamb(0.1).withB1(0.8).withWeightDecay(0.1).withEps(1e-4));
  }

  @Test
  void lars_without_weight_decay_is_lars() {
    assertEquivalent(new Lars(1), lars(1));
    assertEquivalent(new Lars(1).withNesterov(true), lars(1).withNesterov(true));
  }

  @Test
  void rmsprop_is_rmsprop_with_the_constant_outside_of_the_root() {
    assertEquivalent(new RmsProp(0.1), rmsprop(0.1).withEpsInSqrt(false));
    assertEquivalent(
        new RmsProp(0.1).withBeta2(0.8).withCentered(true),
        rmsprop(0.1).withDecay(0.8).withCentered(true).withEpsInSqrt(false));
  }

  @Test
  void several_optimisers_are_a_chain_of_masked_ones() {
    var biases = new ModelParamTraversal((path, _) -> path.equals("/bias"));
    var kernels = new ModelParamTraversal((path, _) -> path.equals("/kernel"));

    assertEquivalent(
        MultiOptimizer.of(biases, new GradientDescent(0.1)).and(kernels, new Momentum(0.05)),
        chain(
            masked(sgd(0.1), named("bias")), masked(sgd(0.05).withMomentum(0.9), named("kernel"))));
  }

  private static Fn<Map<String, Array>, Map<String, Boolean>> named(String name) {
    return params -> Map.of("bias", name.equals("bias"), "kernel", name.equals("kernel"));
  }
}
