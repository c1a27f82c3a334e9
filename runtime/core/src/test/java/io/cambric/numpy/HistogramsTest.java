package io.cambric.numpy;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.histogram2d;
import static io.cambric.numpy.Numpy.histogramdd;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withPrecision;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histograms of points; values are those of jax.numpy of jax 0.10.2. */
class HistogramsTest {

  private static final Array X = array(0.0, 1.0, 1.5, 3.0, 2.0);
  private static final Array Y = array(0.0, 2.0, 1.0, 4.0, 4.0);

  @Test
  void histogram2d_counts_points_in_a_grid() {
    var grid = histogram2d(X, Y, 3, 2);

    assertThat(grid.counts().toString()).isEqualTo("i32[3,2] [[1, 0], [1, 1], [0, 2]]");
    assertThat(grid.edges().get(0).toFloats()).containsExactly(0, 1, 2, 3);
    assertThat(grid.edges().get(1).toFloats()).containsExactly(0, 2, 4);
    var jitted = Transforms.jit((Array x, Array y) -> histogram2d(x, y, 3, 2).counts());
    assertThat(jitted.apply(X, Y).toInts()).containsExactly(1, 0, 1, 1, 0, 2);
  }

  @Test
  void density_divides_by_the_sum_and_the_areas() {
    var weights = array(1.0, 2.0, 3.0, 4.0, 5.0);

    var grid = histogram2d(X, Y, array(0.0, 1.0, 3.0), array(0.0, 2.0, 4.0), weights, true);
    assertThat(grid.counts().ravel().toFloats())
        .containsExactly(new float[] {0.0333333f, 0, 0.05f, 0.1833333f}, withPrecision(1e-6f));
  }

  @Test
  void histogramdd_has_an_axis_for_each_coordinate() {
    var sample = stack(X, Y, X.mul(Y)).transpose();

    var cube = histogramdd(sample, 2);
    assertThat(cube.counts().toString())
        .isEqualTo("i32[2,2,2] [[[1, 0], [1, 0]], [[1, 0], [0, 2]]]");
    assertThat(cube.edges().get(2).toFloats()).containsExactly(0, 6, 12);
    assertThat(histogramdd(sample).counts().sum().item()).isEqualTo(5);
  }

  @Test
  void points_outside_of_all_bins_count_nowhere() {
    var edges = array(1.0, 2.0);

    assertThat(
            histogramdd(stack(X, Y).transpose(), List.of(edges, edges), null, false)
                .counts()
                .item())
        .isEqualTo(2);
  }

  @Test
  void histogramdd_names_what_does_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> histogramdd(ones(4, 3), 2, 2))
        .withMessage(
            "histogramdd of points with 3 coordinates needs one number of bins, or one for each coordinate, but got [2, 2].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> histogramdd(ones(4)))
        .withMessage("histogramdd needs points, [points, coordinates], but got f32[4].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> histogramdd(ones(4, 1), List.of(ones(2)), ones(3), false))
        .withMessage(
            "histogramdd needs a vector of edges for each of 1 coordinates and a weight for each point, but got edges [f32[2]] and weights f32[3] for points f32[4,1].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> histogram2d(ones(4), ones(3)))
        .withMessage(
            "histogram2d needs the coordinates of points as two vectors of equal size, but got f32[4] and f32[3].");
  }
}
