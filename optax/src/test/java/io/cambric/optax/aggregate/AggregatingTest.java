package io.cambric.optax.aggregate;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.base.Updated;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values are those of Optax 0.2.8 on JAX 0.10.2. */
class AggregatingTest {

  private static final Array PARAMS = Numpy.array(1.0, -2.0);

  /** The gradients of three examples. */
  private static final Array G = Numpy.array(1.0, 2.0, 3.0, -1.0, 0.0, 4.0).reshape(3, 2);

  private static final Array H = Numpy.array(2.0, 0.0, -1.0, 1.0, 5.0, 2.0).reshape(3, 2);

  private static Updated<Array> last(GradientTransformation tx, Array... grads) {
    OptState state = tx.init(PARAMS);
    Updated<Array> step = new Updated<>(PARAMS, state);
    for (var each : grads) {
      step = tx.update(each, step.state(), PARAMS);
    }
    return step;
  }

  private static void assertMoments(OptState state, double[] mean, double[] variance) {
    var moments = Aggregating.getUnbiasedMeanAndVarianceEma(state);
    assertNear((Array) moments.mean(), mean);
    assertNear((Array) moments.variance(), variance);
  }

  @Test
  void an_average_is_over_examples() {
    var tx =
        Aggregating.process(
            Optax.identity(), Aggregating.averagePerElementUpdates(0), Optax.sgd(0.1));
    assertNear(last(tx, G).updates(), -0.13333334, -0.16666667);
  }

  @Test
  void examples_are_transformed_before_the_average() {
    record Sign() implements Stateless {

      @Override
      public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
        return Trees.map(updates, (Array leaf) -> Numpy.sign(leaf));
      }
    }
    var tx =
        Aggregating.process(new Sign(), Aggregating.averagePerElementUpdates(0), Optax.identity());
    assertNear(last(tx, G).updates(), 2 / 3.0, 1 / 3.0);
  }

  @Test
  void accumulated_updates_are_zero_until_the_last_microbatch() {
    var tx =
        Aggregating.process(
            Optax.identity(), Aggregating.averageIncrementallyUpdates(2, 0), Optax.sgd(0.1));
    assertNear(last(tx, G).updates(), 0, 0);
    assertNear(last(tx, G, H).updates(), -0.16666667, -0.13333334);
    assertNear(last(tx, G, H, G).updates(), 0, 0);
  }

  @Test
  void the_optimiser_waits_for_the_last_microbatch() {
    var tx =
        Aggregating.process(
            Optax.identity(), Aggregating.accumulateAvgUpdates(2), Optax.trace(0.5));
    var one = Numpy.array(1.0, 1.0);
    assertNear(last(tx, one, one, one, one).updates(), 1.5, 1.5);
    assertNear(last(tx, one, one, one).state().find("trace", Array.class).orElseThrow(), 1, 1);
  }

  @Test
  void mean_and_variance_of_examples_are_tracked() {
    var tx = Aggregating.addMeanVarianceToOpt(Optax.sgd(0.1), 0.9, 1, 0);
    var first = last(tx, G);
    assertNear(first.updates(), -0.13333334, -0.16666667);
    assertMoments(first.state(), row(1.3333331, 1.6666664), row(2.333333, 6.3333325));
    assertMoments(last(tx, G, H, H, G).state(), row(1.6648246, 1.3351747), row(5.648249, 3.681399));
  }

  @Test
  void mean_and_variance_are_over_all_microbatches() {
    var tx = Aggregating.addMeanVarianceToOpt(Optax.sgd(0.1), 0.9, 2, 0);
    var second = last(tx, G, H);
    assertNear(second.updates(), -0.16666667, -0.13333334);
    assertMoments(second.state(), row(1.6666664, 1.3333331), row(4.666666, 3.0666664));
    assertMoments(
        last(tx, G, H, H, G).state(), row(1.6666664, 1.3333329), row(4.6666656, 3.066666));
  }

  @Test
  void a_step_compiles() {
    var tx = Aggregating.addMeanVarianceToOpt(Optax.adam(0.1), 0.9, 2, 0);
    var step = Transforms.jit((Array grads, OptState state) -> tx.update(grads, state, PARAMS));
    var second = step.apply(H, step.apply(G, tx.init(PARAMS)).state());
    var eager = last(tx, G, H).updates();
    assertNear(second.updates(), eager.get(0).item(), eager.get(1).item());
  }

  private static double[] row(double... values) {
    return values;
  }

  @Test
  void leaves_have_one_number_of_examples() {
    var aggregator = Aggregating.getPerElementMeanAndSumSqDiffGrads(1, 0);
    var grads = List.of(G, Numpy.array(1.0, 2.0));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> aggregator.aggregate(grads, aggregator.init(grads), null, Extras.none()))
        .withMessage(
            "get_per_element_mean_and_sum_sq_diff_grads needs leaves with the same number "
                + "of examples, but got 3 and 2. Check the example axes.");
  }

  @Test
  void accumulation_needs_at_least_one_step() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Aggregating.accumulateAvgUpdates(0))
        .withMessage(
            "accumulate_avg_updates needs accumulation steps of at least 1, but got 0. They are the"
                + " microbatches of one update.");
  }

  @Test
  void the_tracker_needs_the_statistics_of_the_aggregator() {
    var tx = Aggregating.trackPerElementMeanAndVarianceWithEma(0.9);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.update(PARAMS, tx.init(PARAMS), PARAMS))
        .withMessage(
            "track_per_element_mean_and_variance_with_ema needs the extra argument sumSqDiffGrads,"
                + " but update got none. Call update(updates, state, params, extras ->"
                + " extras.with(new Extra<>(\"sumSqDiffGrads\", Object.class), ...)).");
  }

  @Test
  void moments_need_a_state_that_tracks_them() {
    var state = Optax.sgd(0.1).init(PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Aggregating.getUnbiasedMeanAndVarianceEma(state))
        .withMessage(
            "get_unbiased_mean_and_variance_ema needs a state of"
                + " track_per_element_mean_and_variance_with_ema, but found none. Make the"
                + " optimiser with addMeanVarianceToOpt.");
  }
}
