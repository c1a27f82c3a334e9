package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherMode;
import io.cambric.testing.Seeds;
import io.cambric.transform.Transforms;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SelectionTest {

  private static final double NAN = Double.NaN;
  private static final Array MATRIX = arange(12).reshape(3, 4);

  @Test
  void parts_are_taken_at_fixed_places() {
    assertArray(MATRIX.get(1)).hasElements(4, 5, 6, 7);
    assertArray(MATRIX.get(-1, 0)).hasType("i32[]").hasElements(8);
    assertArray(MATRIX.slice(1, 1, -1)).hasType("i32[3,2]");
    assertArray(MATRIX.slice(0, -2, 100)).hasType("i32[2,4]");
  }

  @Test
  void a_place_outside_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> MATRIX.get(0, 4))
        .withMessageStartingWith(
            "get of i32[3,4] needs an index in [-4, 4) along axis 1, but got 4.");
  }

  @Test
  void parts_are_taken_at_places_in_arrays() {
    assertArray(Numpy.get(MATRIX, array(0, 2), array(1, -1))).hasElements(1, 11);
    assertArray(Numpy.get(MATRIX, array(new int[][] {{0}, {1}}))).hasType("i32[2,1,4]");
  }

  @Test
  void indexing_moves_places_inside_and_drops_their_gradient() {
    var x = array(1f, 2f, 3f);
    var places = array(5, -1, -9);

    assertArray(Numpy.get(x, places)).hasElements(3, 3, 1);
    assertArray(Transforms.grad((Array v) -> Numpy.get(v, places).sum()).apply(x))
        .hasElements(0, 0, 1);
  }

  @Test
  void take_fills_places_outside() {
    assertArray(Numpy.take(array(1f, 2f, 3f), array(5, -1, -9))).hasElements(NAN, 3, NAN);
    assertArray(Numpy.take(MATRIX, array(2, 0), 1)).hasElements(2, 0, 6, 4, 10, 8);
    assertArray(Numpy.take(MATRIX, array(new int[][] {{1, 0}}), 0)).hasType("i32[1,2,4]");
  }

  @Test
  void places_of_few_bits_reach_all_elements_of_a_long_axis() {
    var x = arange(300);
    var places = array(-1, 127, -128).astype(DType.I8);

    assertArray(Numpy.get(x, places)).hasElements(299, 127, 172);
    assertArray(x.at(places).set(-5).get(array(299, 127, 172))).hasElements(-5, -5, -5);
    assertArray(Numpy.take(x, places, 0)).hasElements(299, 127, 172);
    assertArray(Numpy.takeAlongAxis(x, places, 0)).hasElements(299, 127, 172);
    assertArray(Numpy.takeAlongAxis(x, places, 0, 7)).hasElements(299, 127, 172);
    var put = Numpy.putAlongAxis(x, places, array(-5, -5, -5), 0, GatherMode.WRAP);
    assertArray(Numpy.get(put, array(299, 127, 172))).hasElements(-5, -5, -5);
  }

  @Test
  void places_without_a_sign_are_outside_from_the_end_on() {
    var places = array(0, 5, 255).astype(DType.U8);

    assertArray(Numpy.takeAlongAxis(arange(6), places, 0, 7)).hasElements(0, 5, 7);
    assertArray(Numpy.takeAlongAxis(arange(256), places, 0, 7)).hasElements(0, 5, 255);
  }

  @Test
  void gradients_of_one_place_taken_twice_add_up() {
    var gradient =
        Transforms.grad((Array v) -> Numpy.take(v, array(0, 0, 2)).mul(array(1f, 10f, 100f)).sum())
            .apply(array(1f, 2f, 3f));

    assertArray(gradient).hasElements(11, 0, 100);
  }

  @Test
  void take_along_axis_undoes_argsort() {
    var x = array(new float[][] {{3, 1, 2}, {6, 5, 4}});

    assertArray(Numpy.takeAlongAxis(x, Numpy.argsort(x), -1)).hasElements(1, 2, 3, 4, 5, 6);
    assertArray(Numpy.takeAlongAxis(x, array(new int[][] {{0}}), 1)).hasElements(3, 6);
  }

  @Test
  void triangles_and_diagonals_lie_around_the_main_one() {
    assertArray(Numpy.tril(MATRIX)).hasElements(0, 0, 0, 0, 4, 5, 0, 0, 8, 9, 10, 0);
    assertArray(Numpy.triu(MATRIX, 1)).hasElements(0, 1, 2, 3, 0, 0, 6, 7, 0, 0, 0, 11);
    assertArray(Numpy.diag(array(1, 2), 1)).hasElements(0, 1, 0, 0, 0, 2, 0, 0, 0);
    assertArray(Numpy.diag(array(1, 2), -1)).hasElements(0, 0, 0, 1, 0, 0, 0, 2, 0);
    assertArray(Numpy.diag(MATRIX, 1)).hasElements(1, 6, 11);
    assertArray(Numpy.diag(MATRIX, -1)).hasElements(4, 9);
    assertArray(Numpy.trace(MATRIX, 0, 0, 1)).hasElements(15);
  }

  static LongStream seeds() {
    return Seeds.of(60);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_diagonal_has_the_elements_at_equal_places_of_two_axes(long seed) {
    var random = new Random(seed);
    int[] dims = random.ints(2 + random.nextInt(3), 1, 6).toArray();
    int axis = random.nextInt(dims.length);
    int other = (axis + 1 + random.nextInt(dims.length - 1)) % dims.length;
    int offset = random.nextInt(11) - 5;
    var x = arange(Shape.of(dims).size()).astype(DType.F32).reshape(dims);
    int first = Math.max(0, -offset);
    int size = Math.max(0, Math.min(dims[axis] - first, dims[other] - first - offset));

    var diagonal = Numpy.diagonal(x, offset, axis, other);
    var counts =
        Transforms.grad((Array v) -> Numpy.diagonal(v, offset, axis, other).sum()).apply(x);

    var rest = Numpy.moveaxis(x, Axes.of(axis, other), Axes.of(0, 1));
    assertThat(diagonal.shape())
        .isEqualTo(rest.shape().slice(2, dims.length).insert(dims.length - 2, size));
    for (int i = 0; i < size; i++) {
      assertThat(Numpy.moveaxis(diagonal, -1, 0).get(i).toFloats())
          .isEqualTo(rest.get(first + i, first + i + offset).toFloats());
    }
    assertThat(counts.sum().toFloats()).containsExactly(diagonal.size());
    assertThat(Numpy.diagonal(counts, offset, axis, other).toFloats())
        .hasSize(diagonal.size())
        .containsOnly(size == 0 ? new float[0] : new float[] {1});
  }

  @Test
  void values_are_found_in_an_ascending_vector() {
    var sorted = array(1f, 2f, 2f, 3f);

    assertArray(Numpy.searchsorted(sorted, Numpy.scalar(2.0), false)).hasElements(1);
    assertArray(Numpy.searchsorted(sorted, array(2f, 9f, Float.NaN), true)).hasElements(3, 4, 4);
  }
}
