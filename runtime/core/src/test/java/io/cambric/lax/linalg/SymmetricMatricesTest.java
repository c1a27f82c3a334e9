package io.cambric.lax.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.kernel.thread.Threads;
import io.cambric.lax.Lax;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Eigenvalues and eigenvectors of matrices large enough to be divided, among them such whose halves
 * have equal eigenvalues.
 */
class SymmetricMatricesTest {

  /** Units of precision, times the length of the matrix. */
  private static final double BOUND = 50;

  /** Elements by row and column, of which the lower triangle counts. */
  private static final Map<String, ToDoubleBiFunction<Integer, Integer>> KINDS =
      Map.of(
          "zero", (_, _) -> 0,
          "repeated diagonal", (i, j) -> i.equals(j) ? i % 7 : 0,
          "one vector", (i, j) -> (i + 1) * (j + 1) * 1e-3,
          "second differences", (i, j) -> i.equals(j) ? 2 : i == j + 1 ? -1 : 0,
          "pairs all but equal", (i, j) -> i.equals(j) ? Math.abs(i - 70) : i == j + 1 ? 1 : 0,
          "weakly joined", (i, j) -> i.equals(j) ? i % 21 : i == j + 1 ? i % 21 == 0 ? 1e-9 : 1 : 0,
          "graded", (i, j) -> Math.pow(10, -0.03 * (i + j)) * Math.cos(i * j));

  static Stream<Arguments> matrices() {
    return Stream.of(DType.F32, DType.F64)
        .flatMap(dtype ->
            Stream.concat(
                KINDS.keySet().stream().map(kind -> Arguments.of(dtype, 141, kind)),
                Stream.of(128, 129, 300).map(n -> Arguments.of(dtype, n, "random"))));
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void eigenvectors_are_orthonormal_and_belong_to_ascending_values(
      DType dtype, int n, String kind) {
    var a = matrix(dtype, n, kind);
    var results = Lax.eigh(a, true, false);
    double[] elements = symmetric(a);
    double[] v = TestArrays.doubles(results.get(0));
    double[] w = TestArrays.doubles(results.get(1));
    double bound = BOUND * dtype.epsilon();
    double length = length(elements);
    assertThat(w).isSorted();
    double[] moved = product(elements, v, n);
    double[] dots = product(transposed(v, n), v, n);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        assertThat(moved[i * n + k]).isCloseTo(w[k] * v[i * n + k], within(bound * length));
        assertThat(dots[i * n + k]).isCloseTo(i == k ? 1 : 0, within(bound));
      }
    }
    var alone = TestArrays.doubles(Trace.bind(new Eigh(false), a));
    assertThat(alone).containsExactly(w, within(bound * length));
  }

  @Test
  void bits_do_not_depend_on_the_number_of_threads() {
    for (var dtype : List.of(DType.F32, DType.F64)) {
      var a = matrix(dtype, 200, "random");
      var results = new ArrayList<List<double[]>>();
      for (int threads : new int[] {1, 3}) {
        Threads.with(
            threads,
            () -> results.add(Lax.eigh(a, true, false).stream().map(TestArrays::doubles).toList()));
      }
      assertThat(results.get(1).get(0)).isEqualTo(results.get(0).get(0));
      assertThat(results.get(1).get(1)).isEqualTo(results.get(0).get(1));
    }
  }

  private static NdArray matrix(DType dtype, int n, String kind) {
    var random = Seeds.generator(Seeds.ofTest(kind + dtype + n));
    var elements = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        elements[i * n + j] =
            kind.equals("random") ? random.nextGaussian() : KINDS.get(kind).applyAsDouble(i, j);
      }
    }
    return TestArrays.of(dtype, Shape.of(n, n), elements);
  }

  private static double[] symmetric(Array lower) {
    int n = lower.dim(0);
    double[] x = TestArrays.doubles(lower);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        x[i * n + j] = x[j * n + i];
      }
    }
    return x;
  }

  private static double length(double[] x) {
    double squares = 0;
    for (double value : x) {
      squares += value * value;
    }
    return Math.sqrt(squares);
  }

  private static double[] transposed(double[] x, int n) {
    var result = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      result[i % n * n + i / n] = x[i];
    }
    return result;
  }

  private static double[] product(double[] x, double[] y, int n) {
    var result = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
          result[i * n + j] += x[i * n + k] * y[k * n + j];
        }
      }
    }
    return result;
  }
}
