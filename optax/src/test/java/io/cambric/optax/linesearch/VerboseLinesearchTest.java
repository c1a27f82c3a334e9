package io.cambric.optax.linesearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The lines that verbose line searches print. Optax prints the same figures in other words. */
class VerboseLinesearchTest {

  private static final Array START = Numpy.array(1.0, -2.0);
  private static final Fn<Array, Array> BOWL = x -> x.square().sum();

  /** A loss without a least value. */
  private static final Fn<Array, Array> ENDLESS = x -> x.sum();

  private static String printed(GradientTransformation tx, Fn<Array, Array> loss) {
    var bytes = new ByteArrayOutputStream();
    var before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      Transforms.jit(
              (Array x) -> {
                var at = Transforms.valueAndGrad(loss).apply(x);
                return tx.update(
                        at.grads(),
                        tx.init(x),
                        x,
                        e -> e.withValue(at.value()).withGrad(at.grads()).withValueFn(loss))
                    .updates();
              })
          .apply(START);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static GradientTransformation zoom(double learningRate, int steps) {
    return Optax.chain(
        Optax.sgd(learningRate), Optax.scaleByZoomLinesearch(steps).withVerbose(true));
  }

  @Test
  void search_that_succeeds_prints_nothing() {
    assertThat(printed(zoom(1, 20), BOWL)).isEmpty();
  }

  @Test
  void search_without_a_fitting_curvature_names_the_step_size_it_takes() {
    assertThat(printed(zoom(1e-3, 2), ENDLESS))
        .isEqualTo(
            """
            scale_by_zoom_linesearch found no step size that satisfies both criteria in 2 steps. \
            At the parameters the loss is -1.0, its slope along the updates -0.002. \
            At the last step size the decrease misses its criterion by 0.0, the curvature by \
            2.0000001E-4. The chosen step size is 2.0.
            The chosen step size decreases the loss enough, but the curvature there is too large.
            """);
  }

  @Test
  void search_with_too_few_steps_names_the_option_of_more() {
    assertThat(printed(zoom(100, 2), BOWL))
        .isEqualTo(
            """
            scale_by_zoom_linesearch found no step size that satisfies both criteria in 2 steps. \
            At the parameters the loss is 5.0, its slope along the updates -2000.0. \
            At the last step size the decrease misses its criterion by 49000.1, the curvature by \
            196200.0. The chosen step size is 0.5.
            The chosen step size does not decrease the loss enough. Permit more steps with withMaxLinesearchSteps.
            """);
  }

  @Test
  void search_where_the_loss_is_infinite_says_that_the_parameters_stay() {
    assertThat(printed(zoom(1, 20), x -> x.mul(1e30).square().sum()))
        .isEqualTo(
            """
            scale_by_zoom_linesearch found no step size that satisfies both criteria in 20 steps. \
            At the parameters the loss is Infinity, its slope along the updates -Infinity. \
            At the last step size the decrease misses its criterion by Infinity, the curvature by \
            Infinity. The chosen step size is 0.0.
            The loss is infinite or NaN at each step size, so the parameters do not change. Choose other initial values, or scale the parameters.
            """);
  }

  @Test
  void updates_that_lead_up_are_named() {
    var up = Optax.chain(Optax.scale(1), Optax.scaleByZoomLinesearch(3).withVerbose(true));
    assertThat(printed(up, BOWL))
        .endsWith(
            """
            The updates increase the loss: a descent direction has a negative slope, but theirs is 20.0. Reverse \
            their sign.
            """);
  }

  @Test
  void largest_learning_rate_is_named_where_it_ends_the_search() {
    var bounded =
        Optax.chain(
            Optax.sgd(1e-3),
            Optax.scaleByZoomLinesearch(20).withMaxLearningRate(2).withVerbose(true));
    assertThat(printed(bounded, BOWL))
        .endsWith(
            """
            The chosen step size is 2.0.
            The curvature is too large at the largest learning rate. Raise the learning rate with withMaxLearningRate.
            """);
  }

  @Test
  void precision_is_named_where_it_ends_the_search() {
    var coarse =
        Optax.chain(
            Optax.sgd(0.1),
            Optax.scaleByZoomLinesearch(20)
                .withStepsizePrecision(10)
                .withCurvRtol(0)
                .withVerbose(true));
    assertThat(printed(coarse, x -> x.pow(4).sum()))
        .contains(
            """
            is shorter than the precision. Lower the precision with withStepsizePrecision.
            The chosen step size decreases the loss enough, but the curvature there is too large.
            """);
  }

  @Test
  void backtracking_without_a_sufficient_decrease_prints_its_figures() {
    var up = Optax.chain(Optax.scale(1), Optax.scaleByBacktrackingLinesearch(2).withVerbose(true));
    assertThat(printed(up, BOWL))
        .isEqualTo(
            """
            scale_by_backtracking_linesearch found no step size with a sufficient decrease in 3 \
            steps. At the parameters the loss is 5.0, its slope along the updates 20.0. At the \
            last step size, 0.64000005, the decrease misses its criterion by 20.990725.
            """);
  }
}
