package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.option.QuantileMethod;
import io.cambric.transform.Transforms;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchingTest {

  private static final Array MATRIX = array(new int[][] {{0, 3, 0}, {2, 0, 3}});

  @Test
  void search_by_halves_finds_what_counting_finds() {
    for (int size = 0; size < 20; size++) {
      var table = new float[size];
      for (int i = 0; i < size; i++) {
        table[i] = (i * 7 % 5) + i / 3;
      }
      Arrays.sort(table);
      for (float value = -1; value < 14; value += 0.5f) {
        float sought = value;
        int before = 0;
        int beforeOrEqual = 0;
        for (float element : table) {
          before += element < sought ? 1 : 0;
          beforeOrEqual += element <= sought ? 1 : 0;
        }
        assertArray(Numpy.searchsorted(array(table), Numpy.scalar(sought), false))
            .hasElements(before);
        assertArray(Numpy.searchsorted(array(table), Numpy.scalar(sought), true))
            .hasElements(beforeOrEqual);
      }
    }
  }

  @Test
  void nan_is_sought_behind_all_numbers() {
    var sorted = array(1f, 2f, Float.NaN);

    assertArray(Numpy.searchsorted(sorted, array(Float.NaN, 9f), false)).hasElements(2, 2);
    assertArray(Numpy.searchsorted(sorted, array(Float.NaN, 9f), true)).hasElements(3, 2);
  }

  @Test
  void bins_ascend_or_descend() {
    var x = array(0.5f, 1f, 2.5f, 9f);

    assertArray(Numpy.digitize(x, array(1f, 2f, 3f), false)).hasElements(0, 1, 2, 3);
    assertArray(Numpy.digitize(x, array(1f, 2f, 3f), true)).hasElements(0, 0, 2, 3);
    assertArray(Numpy.digitize(x, array(3f, 2f, 1f), false)).hasElements(3, 2, 1, 0);
  }

  @Test
  void histograms_count_the_last_edge_in() {
    var histogram = Numpy.histogram(array(0f, 0.5f, 1f, 2f, 2f), 2);

    assertArray(histogram.get(0)).hasElements(2, 3);
    assertArray(histogram.get(1)).hasElements(0, 1, 2);
    assertArray(Numpy.histogram(array(1f, 2f), array(0f, 2f, 3f), array(3f, 1f), true).get(0))
        .hasElements(0.375, 0.25);
  }

  @Test
  void numbers_are_counted() {
    assertArray(Numpy.bincount(array(1, 3, 1, -2))).hasElements(1, 2, 0, 1);
    assertArray(Numpy.bincount(array(1, 3, 1), array(1f, 2f, 4f), 3)).hasElements(0, 5, 0);
  }

  @Test
  void places_of_true_elements_are_listed() {
    assertArray(Numpy.nonzero(MATRIX).get(0)).hasElements(0, 1, 1);
    assertArray(Numpy.nonzero(MATRIX).get(1)).hasElements(1, 0, 2);
    assertArray(Numpy.flatnonzero(MATRIX)).hasElements(1, 3, 5);
    assertArray(Numpy.argwhere(MATRIX)).hasType("i32[3,2]").hasElements(0, 1, 1, 0, 1, 2);
  }

  @Test
  void a_size_lets_places_be_listed_in_programs() {
    var places = Transforms.jit((Array x) -> Numpy.argwhere(x, 4, -1));
    var first = Transforms.jit((Array x) -> Numpy.flatnonzero(x, 2, null));

    assertArray(places.apply(MATRIX)).hasElements(0, 1, 1, 0, 1, 2, -1, -1);
    assertArray(first.apply(MATRIX)).hasElements(1, 3);
    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() -> Transforms.jit((Array x) -> Numpy.flatnonzero(x)).apply(MATRIX))
        .withMessageStartingWith("nonzero without a size needs the values of an array");
  }

  @Test
  void different_elements_are_listed_with_where_they_are() {
    var all = Numpy.uniqueAll(array(3f, 1f, Float.NaN, 3f, Float.NaN));

    assertArray(all.values()).hasElements(1, 3, Double.NaN);
    assertArray(all.indices()).hasElements(1, 0, 2);
    assertArray(all.inverseIndices()).hasElements(1, 0, 2, 1, 2);
    assertArray(all.counts()).hasElements(1, 2, 2);
    assertArray(Numpy.uniqueAll(MATRIX, null, null, null).inverseIndices()).hasType("i32[2,3]");
    assertArray(Numpy.unique(array(2, 1, 2), 4, -1.0)).hasElements(1, 2, -1, -1);
    assertArray(Numpy.unique(array(2, 1, 2), 3, null)).hasElements(1, 2, 1);
  }

  @Test
  void different_slices_are_listed_along_an_axis() {
    var rows = array(new int[][] {{1, 2}, {0, 5}, {1, 2}});

    assertArray(Numpy.uniqueAll(rows, 0, null, null).values()).hasElements(0, 5, 1, 2);
    assertArray(Numpy.uniqueAll(rows, 0, null, null).inverseIndices()).hasElements(1, 0, 1);
  }

  @Test
  void sets_are_joined_and_compared() {
    var x = array(3, 1, 2, 3);
    var y = array(3, 5);

    assertArray(Numpy.isin(x, y)).hasElements(1, 0, 0, 1);
    assertArray(Numpy.union1d(x, y)).hasElements(1, 2, 3, 5);
    assertArray(Numpy.intersect1d(x, y)).hasElements(3);
    assertArray(Numpy.setdiff1d(x, y)).hasElements(1, 2);
    assertArray(Numpy.setxor1d(x, y)).hasElements(1, 2, 5);
  }

  @Test
  void values_between_points_lie_on_lines() {
    var xp = array(1f, 2f, 4f);
    var fp = array(10f, 20f, 0f);

    assertArray(Numpy.interp(array(0f, 1.5f, 3f, 9f), xp, fp)).hasElements(10, 15, 10, 0);
    assertArray(Numpy.interp(array(0f, 9f), xp, fp, -1.0, -2.0)).hasElements(-1, -2);
  }

  @Test
  void places_become_numbers_and_back() {
    var shape = Shape.of(3, 4);
    var flat = Numpy.ravelMultiIndex(List.of(array(2, 0), array(3, 1)), shape, GatherMode.CLIP);

    assertArray(flat).hasElements(11, 1);
    assertArray(Numpy.unravelIndex(array(11, 1, -1, 99), shape).get(0)).hasElements(2, 0, 2, 2);
    assertArray(Numpy.unravelIndex(array(11, 1, -1, 99), shape).get(1)).hasElements(3, 1, 3, 3);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.ravelMultiIndex(List.of(array(1)), shape, GatherMode.CLIP))
        .withMessage(
            "ravel_multi_index into shape [3, 4] needs 2 arrays and a mode other than"
                + " FILL_OR_DROP, but got 1 arrays and mode CLIP.");
  }

  @Test
  void triangles_list_their_places() {
    assertArray(Numpy.trilIndices(2, 0, 3).get(1)).hasElements(0, 0, 1);
    assertArray(Numpy.triuIndices(3, 1, 3).get(0)).hasElements(0, 0, 1);
    assertArray(Numpy.indices(Shape.of(2, 2))).hasElements(0, 0, 1, 1, 0, 1, 0, 1);
  }

  @Test
  void ratios_and_exponents_are_evenly_spaced() {
    assertArray(Numpy.geomspace(1, 1000, 4)).isNear(1e-5, 1, 10, 100, 1000);
    assertArray(Numpy.logspace(0, 2, 3)).isNear(1e-6, 1, 10, 100);
    assertArray(Numpy.geomspace(-1, -8, 4)).isNear(1e-5, -1, -2, -4, -8);
  }

  @Test
  void sorting_by_several_keys_takes_the_last_one_first() {
    var keys = List.of(array(1, 0, 1, 0), array(2, 2, 1, 1));

    assertArray(Numpy.lexsort(keys, -1)).hasElements(3, 2, 1, 0);
    assertArray(Numpy.partition(array(3, 1, 2, 5, 0), 1, 0)).hasElements(0, 1, 5, 3, 2);
    assertArray(Numpy.argpartition(array(3, 1, 2, 5, 0), 1, 0)).hasElements(4, 1, 0, 2, 3);
    assertArray(Numpy.sort(array(1, 3, 2), 0, true)).hasElements(3, 2, 1);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.partition(array(1, 2), 2, 0))
        .withMessage("partition of i32[2] along axis 0 needs a position in [-2, 2), but got 2.");
  }

  @Test
  void quantiles_lie_between_sorted_elements_as_the_method_says() {
    var x = array(4f, 1f, 3f, 2f);
    var q = array(0.25f, 0.5f);

    assertArray(quantile(x, q, QuantileMethod.LINEAR)).hasElements(1.75, 2.5);
    assertArray(quantile(x, q, QuantileMethod.LOWER)).hasElements(1, 2);
    assertArray(quantile(x, q, QuantileMethod.HIGHER)).hasElements(2, 3);
    assertArray(quantile(x, q, QuantileMethod.MIDPOINT)).hasElements(1.5, 2.5);
    assertArray(quantile(x, q, QuantileMethod.NEAREST)).hasElements(2, 2);
    assertArray(quantile(x, q, QuantileMethod.INVERTED_CDF)).hasElements(1, 2);
  }

  private static Array quantile(Array x, Array q, QuantileMethod method) {
    return Numpy.quantile(x, q, null, false, method);
  }

  @Test
  void shares_become_the_first_axis_of_quantiles() {
    var x = arange(6).reshape(2, 3).astype(DType.F32);
    var q = array(0f, 1f);

    assertArray(Numpy.quantile(x, q, Axes.of(1), false, QuantileMethod.LINEAR))
        .hasType("f32[2,2]")
        .hasElements(0, 3, 2, 5);
    assertArray(Numpy.percentile(x, Numpy.scalar(50.0), Axes.of(0), true, QuantileMethod.LINEAR))
        .hasType("f32[1,3]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.quantile(x, x, null, false, QuantileMethod.LINEAR))
        .withMessage("quantile needs a scalar or a vector of probabilities, but got f32[2,3].");
  }

  @Test
  void quantiles_without_nan_count_only_numbers() {
    var x = array(new float[][] {{1, Float.NaN, 3}, {Float.NaN, Float.NaN, Float.NaN}});

    assertArray(Numpy.nanmedian(x, 1)).hasElements(2, Double.NaN);
    assertArray(Numpy.nanquantile(x, array(0f, 1f), Axes.of(1), false, QuantileMethod.LINEAR))
        .hasElements(1, Double.NaN, 3, Double.NaN);
  }
}
