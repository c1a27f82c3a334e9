package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.averageWithSum;
import static io.cambric.numpy.Numpy.ediff1d;
import static io.cambric.numpy.Numpy.indicesSparse;
import static io.cambric.numpy.Numpy.interp;
import static io.cambric.numpy.Numpy.intersect1dWithIndices;
import static io.cambric.numpy.Numpy.isin;
import static io.cambric.numpy.Numpy.nanargmax;
import static io.cambric.numpy.Numpy.nanargmin;
import static io.cambric.numpy.Numpy.nancumsum;
import static io.cambric.numpy.Numpy.nanmax;
import static io.cambric.numpy.Numpy.nanmean;
import static io.cambric.numpy.Numpy.nanmin;
import static io.cambric.numpy.Numpy.nanprod;
import static io.cambric.numpy.Numpy.nanstd;
import static io.cambric.numpy.Numpy.nansum;
import static io.cambric.numpy.Numpy.nanvar;
import static io.cambric.numpy.Numpy.putAlongAxis;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.searchsorted;
import static io.cambric.numpy.Numpy.takeAlongAxis;
import static io.cambric.numpy.Numpy.trace;
import static io.cambric.numpy.Numpy.trimZeros;
import static io.cambric.numpy.Numpy.zeros;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.dims.GatherMode;
import org.junit.jupiter.api.Test;

/** Options of functions that are keywords in JAX; values are those of jax 0.10.2. */
class SmallOptionsTest {

  private static final double NAN = Double.NaN;
  private static final Array X = array(new double[][] {{1, 2, 4}, {3, 5, 9}});
  private static final Array N = array(new double[][] {{1, NAN, 3}, {NAN, NAN, NAN}});
  private static final Array FIRST_TWO = array(true, true, false);
  private static final Axes ROWS = Axes.of(1);

  @Test
  void average_comes_with_the_sum_of_weights() {
    var both = averageWithSum(X, array(1.0, 2.0, 1.0), ROWS, true);

    assertArray(both.average()).hasType("f32[2,1]").hasElements(2.25, 5.5);
    assertArray(both.sumOfWeights()).hasType("f32[2,1]").hasElements(4, 4);
  }

  @Test
  void differences_have_values_before_and_behind() {
    assertArray(ediff1d(array(1, 4, 9), array(-5.7), array(7, 8)))
        .hasType("i32[5]")
        .hasElements(-5, 3, 5, 7, 8);
    assertArray(ediff1d(array(1, 4, 9), null, null)).hasType("i32[2]").hasElements(3, 5);
  }

  @Test
  void sets_are_inverted_and_have_places() {
    assertArray(isin(array(1, 2, 3), array(2), true)).hasType("bool[3]").hasElements(1, 0, 1);
    var shared = intersect1dWithIndices(array(3, 1, 3, 2), array(7, 3, 2, 2));
    assertArray(shared.values()).hasType("i32[2]").hasElements(2, 3);
    assertArray(shared.xIndices()).hasType("i32[2]").hasElements(3, 0);
    assertArray(shared.yIndices()).hasType("i32[2]").hasElements(2, 1);
  }

  @Test
  void interpolation_of_periodic_functions_takes_points_in_any_order() {
    var x = array(-180.0, -30.0, 190.0, 370.0);
    var xp = array(190.0, -190.0, 350.0, -350.0);

    assertArray(interp(x, xp, array(5.0, 10.0, 3.0, 4.0), 360))
        .hasType("f32[4]")
        .hasElements(7.5, 3.25, 5, 4);
  }

  @Test
  void extremes_without_nan_begin_with_a_number() {
    assertArray(nanmax(N, ROWS, false, 2, null)).hasType("f32[2]").hasElements(3, 2);
    assertArray(nanmax(N, ROWS, false, -1, FIRST_TWO)).hasType("f32[2]").hasElements(1, -1);
    assertArray(nanmin(N, ROWS, true, 2, null)).hasType("f32[2,1]").hasElements(1, 2);
    assertArray(nanargmax(N, 1, true)).hasType("i32[2,1]").hasElements(2, -1);
    assertArray(nanargmin(N, -1, true)).hasType("i32[2,1]").hasElements(0, -1);
  }

  @Test
  void sums_without_nan_begin_with_a_number() {
    assertArray(nansum(N, ROWS, false, 2, null)).hasType("f32[2]").hasElements(6, 2);
    assertArray(nanprod(N, ROWS, false, 2, FIRST_TWO)).hasType("f32[2]").hasElements(2, 2);
  }

  @Test
  void reductions_without_nan_have_the_dtype_asked_for() {
    assertArray(nansum(N, DType.BF16, ROWS, false, null)).hasType("bf16[2]").hasElements(4, 0);
    assertArray(nanprod(N, DType.F16, ROWS, false, null)).hasType("f16[2]").hasElements(3, 1);
    assertArray(nanmean(N, DType.F16, ROWS, false, null)).hasType("f16[2]").hasElements(2, NAN);
    assertArray(nanvar(N, DType.F16, ROWS, false, 1, null)).hasType("f16[2]").hasElements(2, NAN);
    assertArray(nanstd(N, DType.F16, ROWS, false, 0, null)).hasType("f16[2]").hasElements(1, NAN);
    assertArray(nancumsum(N, 1, DType.F16)).hasType("f16[2,3]").hasElements(1, 1, 4, 0, 0, 0);
    var narrow = array(new int[][] {{1, 2}, {3, 4}}).astype(DType.I8);
    assertArray(trace(narrow, 0, 0, 1, DType.F32)).hasType("f32[]").hasElements(5);
  }

  @Test
  void indices_are_sparse() {
    var axes = indicesSparse(Shape.of(2, 3), DType.I32);

    assertArray(axes.get(0)).hasType("i32[2,1]").hasElements(0, 1);
    assertArray(axes.get(1)).hasType("i32[1,3]").hasElements(0, 1, 2);
  }

  @Test
  void places_outside_along_an_axis_are_clipped_wrapped_or_filled() {
    var places = array(new int[][] {{5}, {-1}});
    var one = scalar(1.0);

    assertArray(putAlongAxis(zeros(2, 3), places, one, 1, GatherMode.CLIP))
        .hasType("f32[2,3]")
        .hasElements(0, 0, 1, 0, 0, 1);
    assertArray(putAlongAxis(zeros(2, 3), places.sub(1), one, 1, GatherMode.WRAP))
        .hasType("f32[2,3]")
        .hasElements(0, 1, 0, 0, 1, 0);
    assertArray(putAlongAxis(zeros(2, 3), places, one, 1))
        .hasType("f32[2,3]")
        .hasElements(0, 0, 0, 0, 0, 1);
    assertArray(takeAlongAxis(X, array(new int[][] {{5}, {1}}), 1, -1.0))
        .hasType("f32[2,1]")
        .hasElements(-1, 5);
    assertArray(takeAlongAxis(X, array(new int[][] {{-3}, {-4}}), 1, -1.0))
        .hasType("f32[2,1]")
        .hasElements(1, -1);
  }

  @Test
  void searchsorted_takes_an_order_that_sorts() {
    assertArray(searchsorted(array(3, 1, 2), array(2, 3), false, array(1, 2, 0)))
        .hasType("i32[2]")
        .hasElements(1, 2);
  }

  @Test
  void zeros_are_trimmed_along_axes() {
    var x = array(new int[][] {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}});

    assertArray(trimZeros(x)).hasType("i32[2,1]").hasElements(1, 2);
    assertArray(trimZeros(x, true, false, Axes.of(1)))
        .hasType("i32[3,2]")
        .hasElements(0, 0, 1, 0, 2, 0);
    assertArray(trimZeros(arange(0))).hasType("i32[0]").hasElements();
    assertArray(trimZeros(array(0, 0))).hasType("i32[0]").hasElements();
  }

  @Test
  void standardize_takes_a_mean_and_a_variance() {
    var mean = array(new double[][] {{2}, {4}});

    assertArray(Activations.standardize(X, Axes.of(-1), mean, scalar(4.0), 1e-5, null))
        .isNear(1e-6, -0.4999994, 0, 0.9999987, -0.4999994, 0.4999994, 2.4999969);
  }
}
