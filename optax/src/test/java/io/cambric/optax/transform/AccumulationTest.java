package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Sample;
import org.junit.jupiter.api.Test;

/** {@link Trace} and {@link Ema}. */
class AccumulationTest {

  @Test
  void a_trace_is_a_decaying_sum() {
    assertNear(Sample.updates(Optax.trace(0.9), 2), 2.7838099, 1.35933995, 0.133620024);
    assertNear(Sample.updates(Optax.trace(0.9), 3), 2.80322886, 0.941705942, -1.40914202);
  }

  @Test
  void nesterovs_trace_adds_the_decayed_trace_once_more() {
    assertNear(
        Sample.updates(Optax.trace(0.9).withNesterov(true), 1), 1.9131099, 1.16204, 1.49681997);
    assertNear(
        Sample.updates(Optax.trace(0.9).withNesterov(true), 3),
        2.82070589,
        0.565835357,
        -2.79762793);
  }

  @Test
  void the_trace_is_kept_in_its_own_dtype() {
    var tx = Optax.trace(0.9).withAccumulatorDtype(DType.BF16);
    var step = tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), null);
    assertThat(step.state().find("a", Array.class).orElseThrow().dtype()).isEqualTo(DType.BF16);
    assertNear(step.updates().get("a"), 1.0069, 0.6116, 0.7878);
  }

  @Test
  void the_first_debiased_average_is_the_gradient() {
    assertNear(Sample.updates(Optax.ema(0.9), 1), 1.0069, 0.6116, 0.7878);
  }

  @Test
  void averages_are_those_of_optax() {
    assertNear(Sample.updates(Optax.ema(0.9), 3), 1.03440142, 0.347492844, -0.519978464);
    assertNear(
        Sample.updates(Optax.ema(0.9).withDebias(false), 3),
        0.28032288,
        0.0941705927,
        -0.140914202);
  }
}
