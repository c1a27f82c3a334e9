package io.cambric.optax.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.Optax;
import io.cambric.optax.schedule.Schedules;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleBySchedule;
import io.cambric.optax.transform.Trace;
import io.cambric.optax.wrapper.Masked;
import io.cambric.scope.Params;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptStateTest {

  private static final Params PARAMS = Params.of(Map.of("kernel", Sample.row(1, 2)));

  @Test
  void a_state_is_found_by_its_type_in_chains_and_masks() {
    var tx = Optax.chain(Optax.clip(1), Optax.masked(Optax.adam(0.1), true));
    var step = tx.update(PARAMS, tx.init(PARAMS), PARAMS);

    var found = step.state().find(ScaleByAdam.State.class).orElseThrow();

    assertThat(found.count().toInts()).containsExactly(1);
    assertThat(found.find(ScaleByAdam.State.class)).containsSame(found);
    assertThat(step.state().find(Trace.State.class)).isEmpty();
  }

  @Test
  void all_states_of_a_type_come_from_left_to_right() {
    var left = new ScaleBySchedule.State(Counts.zero());
    var right = new ScaleBySchedule.State(Counts.increment(Counts.zero()));
    var state = new ChainState(List.of(left, new Masked.State(right), new EmptyState()));
    assertThat(state.findAll(ScaleBySchedule.State.class)).containsExactly(left, right);
  }

  @Test
  void several_states_of_a_type_are_named_with_their_paths() {
    var state = Optax.chain(Optax.trace(0.9), Optax.masked(Optax.trace(0.5), true)).init(PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> state.find(Trace.State.class))
        .withMessage(
            "find of Trace.State needs exactly one in the state, but there are 2: 0, "
                + "1/innerState. Find the enclosing state first, or call findAll.");
  }

  @Test
  void a_value_is_found_by_its_name_and_type() {
    var state = Optax.adam(0.1).init(PARAMS);
    assertThat(state.find("mu", Params.class).orElseThrow().get("kernel").toFloats())
        .containsExactly(0, 0);
    assertThat(state.find("count", Array.class).orElseThrow().toInts()).containsExactly(0);
    assertThat(state.find("mu", Array.class)).isEmpty();
    assertThat(state.find("trace", Params.class)).isEmpty();
  }

  @Test
  void several_values_of_a_name_are_named_with_their_paths() {
    var state = Optax.adam(Schedules.constant(0.1)).init(PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> state.find("count", Array.class))
        .withMessage(
            "find of Array \"count\" needs exactly one in the state, but there are 2: "
                + "0/count, 1/count. Find the enclosing state first, or call findAll.");
  }
}
