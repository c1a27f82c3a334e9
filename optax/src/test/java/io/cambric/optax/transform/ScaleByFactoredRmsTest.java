package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Sample;
import io.cambric.optax.hyperparameter.Scalar;
import org.junit.jupiter.api.Test;

/** The numbers are those of optax 0.2.8. */
class ScaleByFactoredRmsTest {

  private static final ScaleByFactoredRms TX = Optax.scaleByFactoredRms().withMinDimSizeToFactor(3);

  /** {@return 1, 2, ... to a size, in a shape} */
  private static Array counted(int... shape) {
    int size = 1;
    for (int each : shape) {
      size *= each;
    }
    return Numpy.arange(size).astype(DType.F32).reshape(shape);
  }

  @Test
  void matrices_have_averages_of_rows_and_columns() {
    var params = counted(3, 4).add(1).div(10);
    var grads = counted(3, 4).sub(5).div(7);

    var first = TX.update(grads, TX.init(params), params);
    var second = TX.update(grads.mul(2), first.state(), params);

    var state = (ScaleByFactoredRms.State) second.state();
    assertNear(
        second.updates(),
        -1.68429434,
        -1.40918171,
        -1.01057661,
        -0.600877047,
        -1.01057649,
        0,
        1.01057649,
        1.8026309,
        0.800786674,
        1.11664355,
        1.33464444,
        1.4284153);
    assertNear((Array) state.vRow(), 0.750227332, 0.0833586007, 1.19480669);
    assertNear((Array) state.vCol(), 0.648344636, 0.592772305, 0.648344636, 0.815062046);
    assertThat(((Array) state.v()).aval().toText()).isEqualTo("f32[1]");
  }

  @Test
  void the_last_of_equal_axes_counts_as_the_largest() {
    var params = Numpy.ones(3, 2, 3);

    var step = TX.update(counted(3, 2, 3).sub(5).div(7), TX.init(params), params);

    var state = (ScaleByFactoredRms.State) step.state();
    assertThat(((Array) state.vRow()).shape().toArray()).containsExactly(3, 2);
    assertThat(((Array) state.vCol()).shape().toArray()).containsExactly(2, 3);
    assertNear(
        (Array) state.vRow(),
        0.340136051,
        0.0340136103,
        0.0952381119,
        0.523809612,
        1.31972814,
        2.4829936);
    assertNear(
        step.updates().get(2).reshape(6),
        0.9321298,
        1.00660551,
        1.04311907,
        1.01022172,
        1.00401759,
        0.989811063);
  }

  @Test
  void small_axes_are_not_factored() {
    var state = TX.initial(Numpy.ones(2, 100));
    assertThat(((Array) state.vRow()).aval().toText()).isEqualTo("f32[1]");
    assertThat(((Array) state.v()).aval().toText()).isEqualTo("f32[2,100]");
    var unfactored = TX.withFactored(false).initial(Numpy.ones(3, 4));
    assertThat(((Array) unfactored.v()).aval().toText()).isEqualTo("f32[3,4]");
  }

  @Test
  void averages_have_the_dtype_of_the_parameters() {
    var params = counted(3, 4).astype(DType.BF16);
    var step = TX.update(params, TX.init(params), params);
    var state = (ScaleByFactoredRms.State) step.state();
    assertThat(step.updates().dtype()).isEqualTo(DType.BF16);
    assertThat(((Array) state.vRow()).dtype()).isEqualTo(DType.BF16);
    assertThat(((Array) state.vCol()).dtype()).isEqualTo(DType.BF16);
  }

  @Test
  void the_decay_may_be_another_function_of_the_step() {
    var tx =
        Optax.scaleByFactoredRms()
            .withStepOffset(-3)
            .withDecayRateFn((_, rate) -> rate.times(Scalar.of(0.5)).array());
    assertNear(Sample.updates(tx, 3), 0.298302799, -0.574349403, -1.2314347);
  }

  @Test
  void missing_parameters_are_named() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> TX.update(Sample.PARAMS, TX.init(Sample.PARAMS), null))
        .withMessage(
            "scale_by_factored_rms needs the parameters, but update got null."
                + " Call update(updates, state, params).");
  }

  @Test
  void two_of_the_same_numbers_are_equal() {
    assertThat(Optax.scaleByFactoredRms().withMinDimSizeToFactor(3)).isEqualTo(TX);
  }
}
