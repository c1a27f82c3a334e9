package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.alias.PolyakSgd;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Parameters after steps of Polyak's size, against those of Optax 0.2.8. */
class ScaleByPolyakTest {

  private static final double[] VALUES = {2.0, 1.5, 0.7};

  private static Array train(double scaling, UnaryOperator<PolyakSgd> options) {
    var tx = options.apply(Optax.polyakSgd().withScaling(scaling));
    var params = Sample.PARAMS;
    var state = tx.init(params);
    for (int i = 0; i < VALUES.length; i++) {
      var value = Numpy.scalar(VALUES[i]);
      var step = tx.update(Sample.GRADS.get(i), state, params, extras -> extras.withValue(value));
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return params.get("a");
  }

  @Test
  void the_step_is_the_value_by_the_squared_norm() {
    assertNear(train(1, p -> p), -1.0069412, 0.55776155, -0.895194054);
  }

  @Test
  void a_bound_a_largest_step_and_a_scaling_change_it() {
    assertNear(
        train(0.5, p -> p.withMaxLearningRate(0.3).withFMin(0.5).withEps(0.1)),
        0.229549497,
        1.18278515,
        -0.550523758);
  }

  @Test
  void below_the_bound_the_step_is_negative_or_zero() {
    assertNear(train(1, p -> p.withFMin(3)), 2.1020813, 1.67216015, -1.93127537);
    assertNear(
        train(1, p -> p.withFMin(3).withVariant(ScaleByPolyak.Variant.SPS_PLUS)),
        0.7032,
        1.3571,
        -0.7291);
  }

  @Test
  void no_gradient_is_no_step() {
    var updates =
        new ScaleByPolyak()
            .update(Sample.tree(0, 0), new EmptyState(), null, e -> e.withValue(Numpy.scalar(1.0)))
            .updates();
    assertThat(updates.get("a").toFloats()).containsExactly(0, 0);
  }

  @Test
  void the_value_may_be_traced() {
    var tx = Optax.chain(Optax.masked(Optax.scaleByPolyak(), true));
    var step =
        Transforms.jit((Array value) ->
            tx.update(Sample.tree(1, 2), tx.init(Sample.tree(0, 0)), null, e -> e.withValue(value))
                .updates()
                .get("a"));
    assertNear(step.apply(Numpy.scalar(2.5)), 0.5, 1);
  }

  @Test
  void a_missing_value_is_named() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Sample.updates(Optax.polyakSgd(), 1))
        .withMessage(
            "scale_by_polyak needs the extra argument value, but update got none."
                + " Call update(updates, state, params, extras -> extras.withValue(...)).");
  }

  @Test
  void a_largest_step_of_zero_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> new ScaleByPolyak().withMaxLearningRate(0))
        .withMessage(
            "scale_by_polyak needs max_learning_rate above 0, but got 0.0."
                + " It is the largest step; 1 is usual.");
  }
}
