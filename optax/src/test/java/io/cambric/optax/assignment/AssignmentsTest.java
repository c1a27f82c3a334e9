package io.cambric.optax.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both algorithms, against the pairs of Optax 0.2.8 and against all assignments there are. */
class AssignmentsTest {

  private static final Array TALL = NdArray.of(Shape.of(4, 3), 8, 4, 7, 5, 2, 3, 9, 6, 7, 9, 4, 8);
  private static final Array WIDE = NdArray.of(Shape.of(2, 4), 5, 1, 9, 2, 3, 7, 1, 8);

  enum Algorithm {
    HUNGARIAN_ALGORITHM(Assignments::hungarianAlgorithm),
    BASE_HUNGARIAN_ALGORITHM(Assignments::baseHungarianAlgorithm);

    private final Fn<Array, Assignment> function;

    Algorithm(Fn<Array, Assignment> function) {
      this.function = function;
    }

    Assignment apply(Array costs) {
      return function.apply(costs);
    }
  }

  @Test
  void pairs_of_the_hungarian_algorithm_are_in_the_order_of_optax() {
    assertPairs(Assignments.hungarianAlgorithm(TALL), List.of(1, 3, 0), List.of(2, 1, 0));
    assertPairs(Assignments.hungarianAlgorithm(WIDE), List.of(1, 0), List.of(2, 1));
  }

  @Test
  void pairs_of_the_base_algorithm_are_sorted_by_rows() {
    assertPairs(Assignments.baseHungarianAlgorithm(TALL), List.of(0, 1, 3), List.of(0, 2, 1));
    assertPairs(Assignments.baseHungarianAlgorithm(WIDE), List.of(0, 1), List.of(1, 2));
  }

  @ParameterizedTest
  @EnumSource
  void ties_and_infinities_are_assigned_as_in_optax(Algorithm algorithm) {
    assertPairs(algorithm.apply(Numpy.ones(2, 2)), List.of(0, 1), List.of(0, 1));
    float none = Float.POSITIVE_INFINITY;
    var costs = NdArray.of(Shape.of(3, 3), none, 1, 2, 3, none, 1, 2, 5, none);
    assertThat(cost(costs, algorithm.apply(costs))).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void costs_are_the_smallest_of_all_assignments(Algorithm algorithm) {
    for (var shape : List.of(Shape.of(5, 5), Shape.of(3, 6), Shape.of(6, 4), Shape.of(1, 7))) {
      for (int seed = 0; seed < 5; seed++) {
        var costs = Random.randint(Key.of(seed), shape, 0, 100).astype(DType.F32);
        assertThat(cost(costs, algorithm.apply(costs)))
            .as("seed %d of %s", seed, shape)
            .isEqualTo(smallest(costs.dim(0) > costs.dim(1) ? costs.transpose() : costs));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void integer_costs_are_permitted(Algorithm algorithm) {
    assertThat(cost(TALL, algorithm.apply(TALL.astype(DType.I32)))).isEqualTo(15);
  }

  @ParameterizedTest
  @EnumSource
  void a_matrix_without_elements_has_no_pairs(Algorithm algorithm) {
    assertPairs(algorithm.apply(Numpy.zeros(0, 3)), List.of(), List.of());
    assertPairs(algorithm.apply(Numpy.zeros(3, 0)), List.of(), List.of());
  }

  @ParameterizedTest
  @EnumSource
  void batches_are_assigned_matrix_by_matrix(Algorithm algorithm) {
    var batch = Random.randint(Key.of(3), Shape.of(4, 3, 5), 0, 100).astype(DType.F32);
    var together = Transforms.jit(Transforms.vmap(algorithm.function)).apply(batch);
    for (int i = 0; i < 4; i++) {
      var alone = algorithm.apply(batch.get(i));
      assertThat(integers(together.rows().get(i))).isEqualTo(integers(alone.rows()));
      assertThat(integers(together.columns().get(i))).isEqualTo(integers(alone.columns()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void chosen_costs_have_a_derivative(Algorithm algorithm) {
    var gradient =
        Transforms.grad(
                (Array costs) -> {
                  var pairs = algorithm.apply(costs);
                  return costs.get(pairs.rows(), pairs.columns()).sum();
                })
            .apply(WIDE);
    assertThat(gradient.ravel().toFloats()).containsExactly(0, 1, 0, 0, 0, 0, 1, 0);
  }

  @ParameterizedTest
  @EnumSource
  void costs_are_a_matrix(Algorithm algorithm) {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> algorithm.apply(Numpy.zeros(3)))
        .withMessage(
            algorithm.name().toLowerCase(Locale.ROOT)
                + " needs a matrix of costs, but got f32[3]. Map it over several matrices with vmap.");
  }

  private static void assertPairs(Assignment actual, List<Integer> rows, List<Integer> columns) {
    assertThat(integers(actual.rows())).isEqualTo(rows);
    assertThat(integers(actual.columns())).isEqualTo(columns);
  }

  private static List<Integer> integers(Array x) {
    return Arrays.stream(x.toInts()).boxed().toList();
  }

  private static double cost(Array costs, Assignment pairs) {
    assertThat(integers(pairs.rows())).doesNotHaveDuplicates();
    assertThat(integers(pairs.columns())).doesNotHaveDuplicates();
    return costs.get(pairs.rows(), pairs.columns()).sum().item();
  }

  /** The smallest cost, by a look at each assignment of all rows. */
  private static double smallest(Array costs) {
    return smallest(costs, 0, new boolean[costs.dim(1)]);
  }

  private static double smallest(Array costs, int row, boolean[] taken) {
    if (row == costs.dim(0)) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int column = 0; column < taken.length; column++) {
      if (!taken[column]) {
        taken[column] = true;
        best = Math.min(best, costs.get(row, column).item() + smallest(costs, row + 1, taken));
        taken[column] = false;
      }
    }
    return best;
  }
}
