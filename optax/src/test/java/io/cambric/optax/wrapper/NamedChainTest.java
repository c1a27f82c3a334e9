package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clip;
import static io.cambric.optax.Optax.named;
import static io.cambric.optax.Optax.namedChain;
import static io.cambric.optax.Optax.trace;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Sample;
import io.cambric.optax.transform.Trace;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedChainTest {

  @Test
  void updates_are_those_of_a_chain() {
    var tx = namedChain(named("z", clip(0.7)), named("a", trace(0.5)));
    assertThat(Sample.updates(tx, 3).toFloats())
        .containsExactly(Sample.updates(chain(clip(0.7), trace(0.5)), 3).toFloats());
  }

  @Test
  void states_have_names_in_the_order_of_the_chain() {
    var tx = namedChain(named("z", trace(0.5)), named("a", trace(0.25)));
    var state = tx.initial(Sample.PARAMS);

    assertThat(state.states().keySet()).containsExactly("z", "a");
    assertThat(state.states().get("a")).isInstanceOf(Trace.State.class);
    assertThat(Trees.structure(state).paths()).containsExactly("z/trace/a", "a/trace/a");
  }

  @Test
  void steps_compile() {
    var tx = namedChain(named("z", trace(0.5)), named("a", trace(0.25)));
    var step =
        Transforms.jit((NamedChainState state) ->
            (NamedChainState) tx.update(Sample.PARAMS, state, null).state());
    var state = step.apply(step.apply(tx.initial(Sample.PARAMS)));
    var trace = (Map<?, ?>) ((Trace.State) state.states().get("z")).trace();
    assertNear((Array) trace.get("a"), 1.0548, 2.03565, -1.09365);
  }

  @Test
  void two_parts_of_one_name_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> namedChain(named("a", clip(1)), named("a", clip(2))))
        .withMessage("named_chain needs unique names, but got a, a. Rename the duplicates.");
  }

  @Test
  void no_part_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> namedChain())
        .withMessage(
            "named_chain needs at least one transformation, but got none. Use identity() to "
                + "pass updates through.");
  }

  @Test
  void a_state_of_other_names_is_refused() {
    var state = namedChain(named("b", clip(1))).init(Sample.PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> namedChain(named("a", clip(1))).update(Sample.PARAMS, state, null))
        .withMessage(
            "named_chain of a needs a state for each name, but got states for b. Pass the "
                + "state that init of this chain returned.");
  }
}
