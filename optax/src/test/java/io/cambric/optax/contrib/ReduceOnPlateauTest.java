package io.cambric.optax.contrib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReduceOnPlateauTest {

  /** {@return the scale after each value} */
  private static List<Float> scales(ReduceOnPlateau tx, double... values) {
    var ones = NdArray.of(Shape.of(1), 1f);
    OptState state = tx.init(ones);
    var scales = new ArrayList<Float>();
    for (double value : values) {
      var updated =
          tx.update((Array) ones, state, null, extras -> extras.withValue(Numpy.scalar(value)));
      state = updated.state();
      scales.add(updated.updates().toFloats()[0]);
    }
    return scales;
  }

  @Test
  void the_scale_shrinks_after_patience_values_without_improvement() {
    var tx = Contrib.reduceOnPlateau().withFactor(0.5).withPatience(2);
    assertThat(scales(tx, 1, 0.9, 0.95, 0.95, 0.94, 0.93))
        .containsExactly(1f, 1f, 1f, 0.5f, 0.5f, 0.25f);
  }

  @Test
  void values_are_averaged_and_the_scale_has_a_bound() {
    var tx =
        Contrib.reduceOnPlateau()
            .withFactor(0.5)
            .withPatience(1)
            .withAccumulationSize(2)
            .withMinScale(0.4);
    assertThat(scales(tx, 1, 1, 1, 1, 1, 1)).containsExactly(1f, 1f, 1f, 0.5f, 0.5f, 0.4f);
  }

  @Test
  void a_cooldown_counts_no_values() {
    var tx = Contrib.reduceOnPlateau().withFactor(0.5).withPatience(1).withCooldown(2);
    assertThat(scales(tx, 1, 1, 1, 1, 1)).containsExactly(1f, 0.5f, 0.5f, 0.5f, 0.25f);
  }

  @Test
  void a_traced_step_counts_as_the_plain_one() {
    var tx = Contrib.reduceOnPlateau().withFactor(0.5).withPatience(1);
    var ones = NdArray.of(Shape.of(1), 1f);
    var step =
        Transforms.jit((Array value, OptState state) ->
            tx.update((Array) ones, state, null, extras -> extras.withValue(value)).state());
    var state = step.apply(Numpy.scalar(1.0), tx.init(ones));
    state = step.apply(Numpy.scalar(1.0), state);
    assertThat(((ReduceOnPlateau.State) state).scale().item()).isEqualTo(0.5);
  }

  @Test
  void a_factor_of_one_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Contrib.reduceOnPlateau().withFactor(1))
        .withMessage(
            "reduce_on_plateau needs a factor in (0, 1), but got 1.0. It multiplies the "
                + "scale; 0.1 is usual.");
  }

  @Test
  void no_tolerance_at_all_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Contrib.reduceOnPlateau().withRtol(0).init(Sample.PARAMS))
        .withMessage(
            "reduce_on_plateau needs rtol or atol above 0, but both are 0."
                + " An rtol of 1e-4 is usual.");
  }
}
