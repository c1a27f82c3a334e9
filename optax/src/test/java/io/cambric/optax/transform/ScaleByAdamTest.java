package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Sample;
import io.cambric.tree.Trees;
import org.junit.jupiter.api.Test;

class ScaleByAdamTest {

  @Test
  void the_first_step_is_less_than_one_because_moments_are_f32() {
    assertThat(Sample.updates(new ScaleByAdam(), 1).toFloats())
        .containsExactly(0.9999934f, 0.9999934f, 0.9999933f);
  }

  @Test
  void updates_are_those_of_optax() {
    assertNear(Sample.updates(new ScaleByAdam(), 2), 0.972401142, 0.99765414, 0.10195493);
    assertNear(Sample.updates(new ScaleByAdam(), 3), 0.832912087, 0.571934342, -0.496342897);
  }

  @Test
  void nesterov_looks_one_step_ahead() {
    var tx =
        new ScaleByAdam()
            .withB1(0.7)
            .withB2(0.9)
            .withEps(1e-4)
            .withEpsRoot(1e-6)
            .withNesterov(true);
    assertNear(Sample.updates(tx, 1), 1.41162395, 1.41153204, 1.41158462);
    assertNear(Sample.updates(tx, 3), 0.584792256, 0.0548115596, -1.04567385);
  }

  @Test
  void moments_are_shaped_like_the_parameters_and_the_count_is_an_i32() {
    var state = new ScaleByAdam().initial(Sample.PARAMS);
    assertThat(Trees.structure(state.mu())).isEqualTo(Trees.structure(Sample.PARAMS));
    assertThat(Trees.structure(state.nu())).isEqualTo(Trees.structure(Sample.PARAMS));
    assertThat(state.count().aval().toText()).isEqualTo("i32[]");
  }

  @Test
  void the_first_moment_is_kept_in_its_own_dtype() {
    var tx = new ScaleByAdam().withMuDtype(DType.BF16);
    var step = tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), null);
    var state = step.state().find(ScaleByAdam.State.class).orElseThrow();
    assertThat(Leaves.of(state.mu())).extracting(Array::dtype).containsExactly(DType.BF16);
    assertThat(Leaves.of(state.nu())).extracting(Array::dtype).containsExactly(DType.F32);
    assertThat(step.updates().get("a").dtype()).isEqualTo(DType.F32);
  }

  @Test
  void state_is_a_pytree_of_arrays_under_the_names_of_optax() {
    var state = new ScaleByAdam().initial(Sample.PARAMS);
    assertThat(Trees.structure(state).paths()).containsExactly("count", "mu/a", "nu/a");
  }

  @Test
  void the_count_stays_at_the_largest_integer() {
    var full = NdArray.scalar(DType.I32, Integer.MAX_VALUE);
    assertThat(Counts.increment(full).toInts()).containsExactly(Integer.MAX_VALUE);
    assertThat(Counts.increment(Counts.zero()).toInts()).containsExactly(1);
  }

  @Test
  void a_decay_outside_the_unit_interval_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> new ScaleByAdam().withB1(1.0))
        .withMessage(
            "scale_by_adam needs b1 in [0, 1), but got 1.0. It is the weight of the old "
                + "average; 0.9 is usual.");
  }

  @Test
  void two_of_the_same_numbers_are_equal() {
    assertThat(Optax.adam(1e-3)).isEqualTo(Optax.adam(1e-3)).isNotEqualTo(Optax.adam(1e-2));
  }
}
