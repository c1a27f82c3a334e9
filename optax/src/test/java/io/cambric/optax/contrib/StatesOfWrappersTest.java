package io.cambric.optax.contrib;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.applyIfFinite;
import static io.cambric.optax.Optax.conditionallyMask;
import static io.cambric.optax.Optax.conditionallyTransform;
import static io.cambric.optax.Optax.flatten;
import static io.cambric.optax.Optax.injectHyperparams;
import static io.cambric.optax.Optax.lookahead;
import static io.cambric.optax.Optax.multiSteps;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.Optax.skipNotFinite;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Sample;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.optax.wrapper.Lookahead;
import io.cambric.optax.wrapper.LookaheadParams;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A compiled step keeps the shapes and dtypes of states, so that one program serves all steps. */
class StatesOfWrappersTest {

  @ParameterizedTest(name = "{0} in {1}")
  @MethodSource("wrappers")
  void a_compiled_step_keeps_the_types_of_a_state(
      GradientTransformation tx, DType dtype, boolean lookahead) {
    Object params =
        Map.of("a", Sample.row(1, 2, 3).astype(dtype), "b", Sample.row(4).astype(dtype));
    var all = lookahead ? LookaheadParams.initSynced(params) : params;
    var state = tx.init(all);
    var step = Transforms.jit((OptState s) -> tx.<Object>update(params, s, all).state());

    var next = step.apply(step.apply(state));

    assertThat(types(next)).isEqualTo(types(state));
    assertThat(Trees.structure(next)).isEqualTo(Trees.structure(state));
  }

  private static List<String> types(OptState state) {
    return Trees.leaves(state).stream()
        .map(leaf -> ((Array) leaf).dtype() + ((Array) leaf).shape().toString())
        .toList();
  }

  static Stream<Arguments> wrappers() {
    var rate = ScalarOrSchedule.of(Schedules.linear(0.1, 0.01, 5));
    return Stream.of(DType.F32, DType.BF16)
        .flatMap(dtype ->
            Stream.of(
                    injectHyperparams(adam(0.1)),
                    injectHyperparams(sgd(Schedules.linear(0.1, 0.01, 5), 0.9)),
                    multiSteps(adam(0.1), 2),
                    multiSteps(adam(0.1), 2).withShouldSkipUpdateFn(skipNotFinite()),
                    applyIfFinite(adam(0.1), 2),
                    conditionallyMask(adam(0.1), (count, _) -> count.lt(1)),
                    conditionallyTransform(adam(0.1), (count, _) -> count.lt(1)),
                    flatten(adam(0.1)),
                    lookahead(adam(0.1), 2, 0.5).withResetState(true),
                    new Mechanize(adam(0.1)),
                    new Sam(adam(0.1), sgd(0.1, 0.9)),
                    new ScheduleFree(sgd(0.1), rate),
                    new ScheduleFreeAdamW())
                .map(tx -> Arguments.of(tx, dtype, tx instanceof Lookahead)));
  }
}
