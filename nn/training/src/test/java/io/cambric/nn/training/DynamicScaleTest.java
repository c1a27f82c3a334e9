package io.cambric.nn.training;

import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import org.junit.jupiter.api.Test;

/** Dynamic scales. The numbers are of flax.training.dynamic_scale. */
class DynamicScaleTest {

  private static final Array WEIGHTS = array(Shape.of(2), 2, -1);

  private static Fn<Array, Array> squares(double factor) {
    return w -> w.square().sum().mul(factor);
  }

  @Test
  void loss_and_gradients_are_those_without_a_scale() {
    var result = new DynamicScale().valueAndGrad(squares(1)).apply(WEIGHTS);

    assertNear(result.aux(), 5);
    assertNear(result.grad(), 4, -2);
    assertThat(result.finite().toBoolean()).isTrue();
  }

  @Test
  void the_scale_grows_after_an_interval_of_finite_steps() {
    var scale = new DynamicScale().withGrowthInterval(1).withGrowthFactor(4);

    var once = scale.valueAndGrad(squares(1)).apply(WEIGHTS).dynamicScale();
    var twice = once.valueAndGrad(squares(1)).apply(WEIGHTS).dynamicScale();

    assertNear(once.scale(), 65536);
    assertThat(once.finSteps().item()).isEqualTo(1);
    assertNear(twice.scale(), 262144);
    assertThat(twice.finSteps().item()).isEqualTo(0);
  }

  @Test
  void the_scale_shrinks_after_an_overflow_down_to_its_minimum() {
    var scale = new DynamicScale().withMinimumScale(20000.0);

    var once = scale.valueAndGrad(squares(Double.POSITIVE_INFINITY)).apply(WEIGHTS);
    var shrunk = once.dynamicScale();
    var twice = shrunk.valueAndGrad(squares(Double.POSITIVE_INFINITY)).apply(WEIGHTS);

    assertThat(once.finite().toBoolean()).isFalse();
    assertNear(shrunk.scale(), 32768);
    assertNear(twice.dynamicScale().scale(), 20000);
  }

  @Test
  void without_a_minimum_the_scale_shrinks_to_zero() {
    var scale = new DynamicScale().withMinimumScale(null).withBackoffFactor(0);

    var next = scale.valueAndGrad(squares(Double.POSITIVE_INFINITY)).apply(WEIGHTS);

    assertNear(next.dynamicScale().scale(), 0);
  }

  @Test
  void auxiliary_output_is_not_scaled() {
    Fn<Array, WithAux<Array>> loss = w -> new WithAux<>(w.square().sum(), w.add(1));

    var result = new DynamicScale().valueAndGradAux(loss).apply(WEIGHTS);

    assertNear(result.aux().value(), 5);
    assertNear(result.aux().aux(), 3, 0);
    assertNear(result.grad(), 4, -2);
  }

  @Test
  void gradients_are_averaged_along_a_named_axis() {
    var grads =
        Transforms.vmap(
                (Array w) -> new DynamicScale().valueAndGrad(squares(1), "batch").apply(w).grad())
            .axisName("batch")
            .apply(WEIGHTS);

    assertNear(grads, 1, 1);
  }

  @Test
  void gradients_too_small_for_f16_are_found() {
    Fn<Array, Array> small = w -> w.astype(DType.F16).mul(1e-4).mul(1e-4).sum();

    var plain = Transforms.grad(small).apply(WEIGHTS);
    var scaled = new DynamicScale().withScale(8192).valueAndGrad(small).apply(WEIGHTS).grad();

    assertNear(plain, 0, 0);
    assertThat(scaled.toFloats()[0]).isBetween(0.9e-8f, 1.1e-8f);
    assertThat(scaled.dtype()).isEqualTo(DType.F32);
  }

  /** A training in mixed precision. */
  @PyTree
  record Mixed(Params params, OptState optState, DynamicScale scale) {}

  private static final Array INPUTS = Random.normal(Key.of(0), Shape.of(32, 4));
  private static final Array TARGETS = INPUTS.get("..., 0").mul(INPUTS.get("..., 1"));
  private static final double TINY = 1e-7;

  /** A network that computes in a dtype. */
  private record Network(Dense hidden, Dense out) {

    static Network of(DType dtype) {
      return new Network(Dense.of(16).withDtype(dtype), Dense.of(1).withDtype(dtype));
    }

    Params init() {
      return Params.of("hidden", hidden.init(Key.of(1), INPUTS).params())
          .with("out", out.init(Key.of(2), Numpy.zeros(1, 16)).params());
    }

    /** A loss so small that its gradients are 0 in f16. */
    Array tinyLoss(Params params) {
      var h = Activations.tanh(hidden.apply(Variables.of(params.at("hidden")), INPUTS));
      var y = out.apply(Variables.of(params.at("out")), h).squeeze(-1).astype(DType.F32);
      return y.sub(TARGETS).square().mean().mul(TINY);
    }
  }

  /** The loss after a training, without its factor. */
  private static double trained(Network network, double scale) {
    var tx = Optax.sgd(0.1 / TINY);
    var params = network.init();
    var step =
        Transforms.jit((Mixed before) -> {
          var scaled = before.scale.valueAndGrad(network::tinyLoss).apply(before.params);
          var updated = tx.update(scaled.grad(), before.optState, before.params);
          var next = Optax.applyUpdates(before.params, updated.updates());
          return new Mixed(
              chosen(scaled.finite(), next, before.params),
              chosen(scaled.finite(), updated.state(), before.optState),
              scaled.dynamicScale());
        });
    var state =
        new Mixed(
            params, tx.init(params), new DynamicScale().withScale(scale).withGrowthInterval(50));
    for (int i = 0; i < 200; i++) {
      state = step.apply(state);
    }
    assertThat(step.traceCount()).isEqualTo(1);
    return network.tinyLoss(state.params).item() / TINY;
  }

  private static <T> T chosen(Array condition, T yes, T no) {
    return Trees.map(yes, no, (Array a, Array b) -> Numpy.where(condition, a, b));
  }

  @Test
  void a_network_in_f16_learns_with_a_scale_as_it_does_in_f32() {
    double exact = trained(Network.of(DType.F32), 65536);
    double halves = trained(Network.of(DType.F16), 65536);
    double unscaled = trained(Network.of(DType.F16), 1);

    assertThat(halves).isCloseTo(exact, within(0.02));
    assertThat(unscaled).isGreaterThan(2 * exact);
  }
}
