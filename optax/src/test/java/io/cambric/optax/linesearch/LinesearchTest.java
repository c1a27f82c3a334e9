package io.cambric.optax.linesearch;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

  private static Array descend(GradientTransformation tx) {
    var params = Sample.PARAMS;
    OptState state = tx.init(params);
    for (int i = 0; i < 4; i++) {
      var both = Transforms.valueAndGrad(BOWL).apply(params);
      var step =
          tx.update(
              both.grads(),
              state,
              params,
              e -> e.withValue(both.value()).withGrad(both.grads()).withValueFn(BOWL));
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
