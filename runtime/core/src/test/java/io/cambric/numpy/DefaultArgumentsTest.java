package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The default arguments of {@code jax.numpy}: each Java overload uses the value of JAX. */
class DefaultArgumentsTest {

  private static final Array X = array(new int[][] {{3, 1}, {4, 5}});

  private static void assertSame(Array actual, Array expected) {
    assertThat(actual).hasToString(expected.toString());
  }

  @Test
  void ranges_and_fills_take_their_dtype_from_their_numbers() {
    assertArray(arange(3)).hasType("i32[3]");
    assertArray(arange(3.0)).hasType("f32[3]");
    assertArray(arange(1.5, 4.0)).hasElements(1.5, 2.5, 3.5);
    assertArray(Numpy.full(Shape.of(2), 7)).hasType("i32[2]*");
    assertArray(Numpy.full(Shape.of(2), 7.0)).hasType("f32[2]*");
    assertArray(Numpy.scalar(true)).hasType("bool[]");
  }

  @Test
  void arrays_are_joined_and_cut_along_the_first_axis() {
    assertSame(Numpy.stack(List.of(X, X)), Numpy.stack(X, X));
    assertSame(Numpy.concatenate(List.of(X, X)), Numpy.concatenate(X, X));
    assertSame(Numpy.split(X, 2).get(1), Numpy.split(X, 2, 0).get(1));
    assertSame(Numpy.unstack(X).get(1), array(4, 5));
  }

  @Test
  void scans_repetitions_and_searches_are_of_the_flattened_array() {
    assertArray(Numpy.cumsum(X)).hasElements(3, 4, 8, 13);
    assertArray(Numpy.cumprod(X)).hasElements(3, 3, 12, 60);
    assertArray(Numpy.repeat(X, 2)).hasElements(3, 3, 1, 1, 4, 4, 5, 5);
    assertThat(X.argmax().item()).isEqualTo(3);
    assertThat(X.argmin().item()).isEqualTo(1);
  }

  @Test
  void diagonals_are_main_ones() {
    assertArray(Numpy.diag(X)).hasElements(3, 5);
    assertArray(Numpy.diag(array(1, 2))).hasElements(1, 0, 0, 2);
    assertThat(Numpy.trace(X).item()).isEqualTo(8);
  }

  @Test
  void the_first_vector_of_a_grid_runs_along_the_columns() {
    var grid = Numpy.meshgrid(arange(2), arange(3));

    assertSame(grid.get(0), array(new int[][] {{0, 1}, {0, 1}, {0, 1}}));
    assertSame(grid.get(1), array(new int[][] {{0, 0}, {1, 1}, {2, 2}}));
  }

  @Test
  void numbers_are_close_to_one_part_in_a_hundred_thousand() {
    var near = array(1.000005f, 1.00002f);

    assertSame(Numpy.isclose(near, Numpy.ones(2)), array(true, false));
    assertThat(Numpy.allclose(near, Numpy.ones(2)).toBoolean()).isFalse();
  }

  @Test
  void norms_of_an_order_are_of_the_whole_vector_or_matrix() {
    assertThat(Linalg.norm(array(3f, -4f), 1).item()).isEqualTo(7);
    assertThat(Linalg.norm(array(new float[][] {{1, -2}, {3, 4}}), 1).item()).isEqualTo(6);
  }

  @Test
  void numbers_and_draws_without_a_shape_are_scalars() {
    var key = Key.of(42);

    assertSame(Random.normal(key), Random.normal(key, Shape.scalar()));
    assertSame(Random.uniform(key), Random.uniform(key, Shape.scalar()));
  }

  @Test
  void choices_may_come_again() {
    var key = Key.of(1);
    var five = Shape.of(5);

    assertSame(Random.choice(key, 3, five), Random.choice(key, 3, five, true));
    assertSame(
        Random.choice(key, arange(3), five), Random.choice(key, arange(3), five, true, null, 0));
  }

  @Test
  void operators_of_python_on_bits_and_truth_values_have_names() {
    var yes = array(true, true, false);
    var no = array(true, false, false);

    assertSame(yes.and(no), array(true, false, false));
    assertSame(yes.or(no), array(true, true, false));
    assertSame(yes.xor(no), array(false, true, false));
    assertSame(yes.not(), array(false, false, true));
    assertArray(array(6, 5).and(array(3, 3))).hasElements(2, 1);
    assertArray(array(7, -7).mod(2)).hasElements(1, 1);
    assertArray(Numpy.floorDivide(array(7, -7), 2)).hasElements(3, -4);
  }
}
