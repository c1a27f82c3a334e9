package io.cambric.optax.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.Optax;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChainTest {

  @Test
  void a_chain_is_its_parts_one_after_the_other_bit_for_bit() {
    var clip = Optax.clip(0.7);
    var adam = Optax.scaleByAdam();
    var decay = Optax.addDecayedWeights(0.1);
    var tx = Optax.chain(clip, adam, decay);

    var state = tx.init(Sample.PARAMS);
    var adamState = adam.init(Sample.PARAMS);
    for (var grads : Sample.GRADS) {
      var whole = tx.update(grads, state, Sample.PARAMS);
      state = whole.state();
      var first = clip.update(grads, new EmptyState(), Sample.PARAMS);
      var second = adam.update(first.updates(), adamState, Sample.PARAMS);
      adamState = second.state();
      var third = decay.update(second.updates(), new EmptyState(), Sample.PARAMS);
      assertThat(whole.updates().get("a").toFloats())
          .containsExactly(third.updates().get("a").toFloats());
    }
  }

  @Test
  void the_state_has_one_entry_for_each_part_and_nests() {
    var inner = Optax.chain(Optax.identity(), Optax.trace(0.9));
    var state = Optax.chain(Optax.identity(), inner).init(Sample.PARAMS);
    assertThat(state)
        .isInstanceOfSatisfying(
            ChainState.class,
            chain -> {
              assertThat(chain.states()).hasSize(2).first().isEqualTo(new EmptyState());
              assertThat(chain.get(1)).isInstanceOf(ChainState.class);
            });
    assertThat(Trees.structure(state).paths()).containsExactly("1/1/trace/a");
  }

  @Test
  void updating_twice_gives_the_same_result_and_leaves_the_arguments() {
    var tx = Optax.adamw(0.1);
    var state = tx.init(Sample.PARAMS);
    var once = tx.update(Sample.GRADS.get(0), state, Sample.PARAMS).updates().get("a");
    var again = tx.update(Sample.GRADS.get(0), state, Sample.PARAMS).updates().get("a");
    assertThat(again.toFloats()).containsExactly(once.toFloats());
  }

  @Test
  void a_state_of_another_length_is_refused() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            Optax.sgd(0.1)
                .update(
                    Sample.GRADS.get(0), Optax.chain(new ScaleByAdam()).init(Sample.PARAMS), null))
        .withMessage(
            "chain of 2 transformations (Identity, Scale) needs as many states, but got 1 "
                + "(ScaleByAdam.State). Pass the state that init of this chain returned.");
  }

  @Test
  void a_state_shows_the_states_of_its_parts() {
    assertThat(Optax.chain(Optax.scale(2), Optax.ema(0.5)).init(Map.of("a", Sample.row(1))))
        .hasToString(
            """
            chain [
              EmptyState[]
              Ema.State[count=i32[] 0, ema={a=f32[1] [0.0]}]
            ]\
            """);
  }

  @Test
  void states_of_equal_parts_are_equal() {
    var state = new ChainState(List.of(new EmptyState()));
    assertThat(state)
        .isEqualTo(new ChainState(List.of(new EmptyState())))
        .hasSameHashCodeAs(new ChainState(List.of(new EmptyState())))
        .isNotEqualTo(new ChainState(List.of()));
  }

  @Test
  void a_chain_of_nothing_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(Optax::chain)
        .withMessage(
            "chain needs at least one transformation, but got none. Use identity() to pass "
                + "updates through.");
  }
}
