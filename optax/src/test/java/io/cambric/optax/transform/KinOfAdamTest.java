package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options of transformations that estimate two moments. The numbers are those of optax 0.2.8. */
class KinOfAdamTest {

  @Test
  void belief_looks_one_step_ahead() {
    var tx = Optax.scaleByBelief().withNesterov(true).withEps(1e-4).withEpsRoot(1e-6);
    assertNear(Sample.updates(tx, 3), 0.794457197, 0.260121822, -0.968956947);
  }

  @Test
  void moments_of_yogi_start_from_a_number() {
    var tx = Optax.scaleByYogi().withInitialAccumulatorValue(0.5).withEpsRoot(0.1);
    assertNear(Sample.updates(tx, 3), 0.183333248, 0.130959645, 0.0636839718);
  }

  /** The average is long enough from the fifth step on. */
  @Test
  void radam_rescales_once_the_average_is_long_enough() {
    var steps = sixSteps(Optax.scaleByRadam().withB2(0.9).withThreshold(4.5));
    assertNear(steps.get(3), 1.0264045, 0.424290478, -0.139699832);
    assertNear(steps.get(4), 0.140109435, 0.122785851, -0.041960746);
    assertNear(steps.get(5), 0.21505025, 0.148119628, -0.123272106);
  }

  @Test
  void radam_looks_one_step_ahead_in_both_cases() {
    var steps =
        sixSteps(
            Optax.scaleByRadam().withB2(0.9).withThreshold(4).withNesterov(true).withEpsRoot(1e-5));
    assertNear(steps.get(0), 1.48385215, 0.901305079, 1.16096818);
    assertNear(steps.get(5), 0.187042117, 0.0941002741, -0.177023858);
  }

  private static List<Array> sixSteps(ScaleByRadam tx) {
    var state = tx.init(Sample.PARAMS);
    var updates = new ArrayList<Array>();
    for (int i = 0; i < 6; i++) {
      var step = tx.update(Sample.GRADS.get(i % 3), state, Sample.PARAMS);
      updates.add(step.updates().get("a"));
      state = step.state();
    }
    return updates;
  }

  @Test
  void amsgrad_keeps_the_first_moment_in_its_own_dtype() {
    var tx = Optax.scaleByAmsgrad().withMuDtype(DType.BF16);
    var step = tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), null);
    var state = step.state().find(ScaleByAmsgrad.State.class).orElseThrow();
    assertThat(Leaves.of(state.mu())).extracting(Array::dtype).containsExactly(DType.BF16);
    assertThat(Leaves.of(state.nuMax())).extracting(Array::dtype).containsExactly(DType.F32);
    assertThat(step.updates().get("a").dtype()).isEqualTo(DType.F32);
  }
}
