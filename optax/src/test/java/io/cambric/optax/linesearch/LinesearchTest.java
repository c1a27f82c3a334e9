package io.cambric.optax.linesearch;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Sample;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.linesearch.ScaleByZoomLinesearch.InitialGuess;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parameters after four steps down a wave in a bowl, against those of Optax 0.2.8. */
class LinesearchTest {

  private static final Fn<Map<String, Array>, Array> BOWL =
      params -> {
        var x = params.get("a");
        var squares = x.square().mul(Sample.row(1, 4, 9)).sum().mul(0.5);
        return squares.add(x.mul(1.7).sin().sum());
      };

  /** A curved valley, along which line searches amplify errors of rounding. */
  private static final Fn<Map<String, Array>, Array> ROSENBROCK =
      params -> {
        var x = params.get("a").get(0);
        var y = params.get("a").get(1);
        return x.neg().add(1).square().add(y.sub(x.square()).square().mul(100));
      };

  private static final Fn<Map<String, Array>, Array> PARABOLA =
      params -> params.get("a").square().mul(Sample.row(1, 8)).sum();

  private static final Map<String, Array> START = Map.of("a", Sample.row(1, -2));

  private static Array descend(GradientTransformation tx) {
    return descend(tx, BOWL, Sample.PARAMS, 4);
  }

  private static Array descend(
      GradientTransformation tx,
      Fn<Map<String, Array>, Array> loss,
      Map<String, Array> start,
      int count) {
    var params = start;
    OptState state = tx.init(params);
    for (int i = 0; i < count; i++) {
      var both = Transforms.valueAndGrad(loss).apply(params);
      var step =
          tx.update(
              both.grads(),
              state,
              params,
              e -> e.withValue(both.value()).withGrad(both.grads()).withValueFn(loss));
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return params.get("a");
  }

  private static GradientTransformation after(double learningRate, GradientTransformation search) {
    return Optax.chain(Optax.sgd(learningRate), search);
  }

  @Test
  void backtracking_shrinks_the_learning_rate_until_the_loss_decreases() {
    assertNear(
        descend(after(1, Optax.scaleByBacktrackingLinesearch(30))),
        -0.61187273,
        -0.35281155,
        -1.0131403);
  }

  /**
   * As in Optax 0.2.8: each search tries as many learning rates, where a finite factor tries few.
   */
  @Test
  void backtracking_with_an_infinite_increase_factor_begins_each_search_at_the_largest_rate() {
    var search =
        Optax.scaleByBacktrackingLinesearch(20)
            .withIncreaseFactor(Double.POSITIVE_INFINITY)
            .withMaxLearningRate(3);

    assertNear(descend(after(1, search), PARABOLA, START, 1), 0.7888936996, 1.3777012825);
    assertNear(descend(after(1, search), PARABOLA, START, 4), 0.3873235583, -0.4503293037);
    assertNear(
        descend(after(1, search.withIncreaseFactor(1.5)), PARABOLA, START, 4),
        0.3516954780,
        -0.9427957535);
  }

  /** Infinity times a learning rate of 0 is not a number, with which Optax stays, too. */
  @Test
  void backtracking_stays_if_the_largest_rate_is_infinite_as_well() {
    var search =
        Optax.scaleByBacktrackingLinesearch(3)
            .withIncreaseFactor(Double.POSITIVE_INFINITY)
            .withMaxLearningRate(Double.POSITIVE_INFINITY);

    assertNear(descend(after(1, search), PARABOLA, START, 2), 1, -2);
    assertNear(
        descend(after(1, search.withIncreaseFactor(1.5)), PARABOLA, START, 2),
        0.0962914228,
        -190.4779052734);
  }

  @Test
  void zoom_satisfies_both_criteria() {
    assertNear(
        descend(after(1, Optax.scaleByZoomLinesearch(15))), -0.23775598, -0.29872328, -0.20180106);
    assertNear(
        descend(after(0.01, Optax.scaleByZoomLinesearch(10).withCurvRtol(0.1))),
        -0.34774506,
        -0.33842659,
        -0.26691648);
  }

  @Test
  void zoom_has_a_largest_learning_rate_and_a_first_guess() {
    assertNear(
        descend(
            after(
                1,
                new ScaleByZoomLinesearch(
                    20,
                    Scalar.of(0.3),
                    Scalar.of(0),
                    Scalar.of(2),
                    Scalar.of(1e-4),
                    Scalar.of(0.1),
                    null,
                    Scalar.of(1e-5),
                    InitialGuess.ONE,
                    false))),
        -0.35458028,
        -0.34084475,
        -0.27485904);
  }

  @Test
  void zoom_falls_back_to_the_best_sufficient_decrease() {
    assertNear(
        descend(after(1, Optax.scaleByZoomLinesearch(2).withCurvRtol(0.01))),
        -0.48542166,
        -0.35777277,
        -0.31399095);
  }

  @Test
  void long_searches_in_f64_end_where_those_of_optax_do() {
    var start = Map.of("a", Sample.row(-1.25f, 1).astype(DType.F64));
    assertClose(
        descend(after(1, Optax.scaleByZoomLinesearch(15)), ROSENBROCK, start, 10),
        1.3847320075372767,
        1.9173445129257694);
    var newton =
        Optax.lbfgs()
            .withMemorySize(4)
            .withLinesearch(
                Optax.scaleByZoomLinesearch(20).withInitialGuessStrategy(InitialGuess.ONE));
    assertClose(descend(newton, ROSENBROCK, start, 20), 0.5286852634858967, 0.27110966625826993);
  }

  private static void assertClose(Array actual, double... expected) {
    assertThat(actual.dtype()).isEqualTo(DType.F64);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual.get(i).item()).isCloseTo(expected[i], within(1e-9));
    }
  }

  @Test
  void lbfgs_follows_the_inverse_hessian() {
    assertNear(descend(Optax.lbfgs()), -0.87874138, -0.4977648, -0.1642192);
    assertNear(
        descend(
            Optax.lbfgs()
                .withLearningRate(0.1)
                .withMemorySize(2)
                .withScaleInitPrecond(false)
                .withLinesearch(null)),
        -0.3643173,
        -0.070249625,
        -0.20991716);
  }

  @Test
  void a_loss_that_is_not_a_number_leaves_parameters_unchanged() {
    Fn<Map<String, Array>, Array> loss = params -> Numpy.log(params.get("a").sub(10)).sum();
    var both = Transforms.valueAndGrad(loss).apply(Sample.PARAMS);
    for (var search :
        new GradientTransformation[] {
          Optax.scaleByBacktrackingLinesearch(2), Optax.scaleByZoomLinesearch(3)
        }) {
      var step =
          search.update(
              both.grads(),
              search.init(Sample.PARAMS),
              Sample.PARAMS,
              e -> e.withValue(both.value()).withGrad(both.grads()).withValueFn(loss));
      assertNear(step.updates().get("a"), 0, 0, 0);
    }
  }

  @Test
  void a_missing_function_is_named() {
    var search = Optax.scaleByZoomLinesearch(3);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            search.update(
                Sample.PARAMS,
                search.init(Sample.PARAMS),
                Sample.PARAMS,
                e -> e.withGrad(Sample.PARAMS)))
        .withMessage(
            "scale_by_zoom_linesearch needs the extra argument valueFn, but update got only grad."
                + " Call update(updates, state, params, extras -> extras.withValueFn(p -> loss(p))).");
  }

  @Test
  void a_state_without_a_gradient_is_refused() {
    var state = Optax.scaleByBacktrackingLinesearch(3).init(Sample.PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Optax.valueAndGradFromState(BOWL).apply(Sample.PARAMS, state))
        .withMessage(
            "valueAndGradFromState needs a value and a gradient in the state, but it lacks one of them."
                + " Use scaleByZoomLinesearch, or withStoreGrad(true) of scaleByBacktrackingLinesearch.");
  }
}
