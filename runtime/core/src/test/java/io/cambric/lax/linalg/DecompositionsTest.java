package io.cambric.lax.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.kernel.thread.Threads;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Singular values and eigenvalues of matrices of all kinds, in both dtypes. Residuals are bounded
 * as in the tests of LAPACK: by the norms, the size and the precision of the dtype.
 *
 * @see <a href="https://www.netlib.org/lapack/lawnspdf/lawn41.pdf">LAPACK Working Note 41</a>
 */
class DecompositionsTest {

  /** The bound of LAPACK's tests on a residual, relative to the expected one. */
  private static final double BOUND = 30;

  private static final List<DType> DTYPES = List.of(DType.F32, DType.F64);

  /** Around the widths of panels, the reflections applied at a time, and tall ones. */
  private static final List<List<Integer>> SHAPES =
      List.of(
          List.of(1, 1),
          List.of(1, 9),
          List.of(9, 1),
          List.of(2, 2),
          List.of(3, 2),
          List.of(16, 16),
          List.of(17, 16),
          List.of(33, 33),
          List.of(20, 31),
          List.of(65, 64),
          List.of(97, 60),
          List.of(40, 150),
          List.of(130, 130));

  /** The kind of a matrix by its singular values. */
  private enum Kind {
    NORMAL,
    REPEATED,
    GRADED,
    ASCENDING_GRADES,
    OF_RANK_2,
    TINY,
    HUGE,
    IDENTITY,
    SHIFT,
    ZERO
  }

  static Stream<Arguments> matrices() {
    return DTYPES.stream()
        .flatMap(dtype ->
            SHAPES.stream()
                .flatMap(shape ->
                    Arrays.stream(Kind.values())
                        .map(kind -> Arguments.of(dtype, kind, shape.get(0), shape.get(1)))));
  }

  static Stream<Arguments> squares() {
    return matrices().filter(a -> a.get()[2].equals(a.get()[3]));
  }

  private static NdArray matrix(RandomGenerator random, DType dtype, Kind kind, int m, int n) {
    boolean single = dtype == DType.F32;
    var values = new double[m * n];
    var left = random.doubles(2L * m, -1, 1).toArray();
    var right = random.doubles(2L * n, -1, 1).toArray();
    for (int k = 0; k < values.length; k++) {
      int i = k / n;
      int j = k % n;
      double normal = random.nextGaussian();
      values[k] =
          switch (kind) {
            case NORMAL, REPEATED -> normal;
            case GRADED -> normal * Math.pow(10, -(single ? 12.0 : 40.0) * (i + j) / (m + n));
            case ASCENDING_GRADES ->
                normal * Math.pow(10, (single ? 12.0 : 40.0) * (i + j) / (m + n));
            case OF_RANK_2 -> left[2 * i] * right[2 * j] + left[2 * i + 1] * right[2 * j + 1];
            case TINY -> normal * (single ? 1e-40 : 1e-310);
            case HUGE -> normal * (single ? 1e36 : 1e306);
            case IDENTITY -> i == j ? 1 : 0;
            case SHIFT -> j == i + 1 ? 1 : 0;
            case ZERO -> 0;
          };
    }
    var a = TestArrays.of(dtype, Shape.of(m, n), values);
    return kind == Kind.REPEATED && m > 0 ? (NdArray) Lax.qr(a, false).getFirst() : a;
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void svd_gives_orthonormal_vectors_that_make_the_matrix_with_descending_values(
      DType dtype, Kind kind, int m, int n) {
    var a = matrix(random("svd", dtype, kind, m, n), dtype, kind, m, n);
    int k = Math.min(a.dim(0), a.dim(1));
    for (boolean full : new boolean[] {false, true}) {
      var factors = Lax.svd(a, full, true);
      var s = TestArrays.doubles(factors.get(1));
      assertThat(s).hasSize(k);
      for (int i = 0; i < k; i++) {
        assertThat(s[i]).isBetween(0.0, i == 0 ? Double.MAX_VALUE : s[i - 1]);
      }
      assertOrthonormal(dtype, rows(factors.get(0)), true);
      assertOrthonormal(dtype, rows(factors.get(2)), false);
      assertNear(dtype, product(rows(factors.get(0)), s, rows(factors.get(2))), a);
      var alone = Lax.svd(a, full, false).getFirst();
      assertThat(TestArrays.doubles(alone)).isEqualTo(s);
    }
  }

  @ParameterizedTest
  @MethodSource("squares")
  void eigh_gives_orthonormal_vectors_that_make_the_matrix_with_ascending_values(
      DType dtype, Kind kind, int n, int same) {
    assertThat(same).isEqualTo(n);
    var square = rows(matrix(random("eigh", dtype, kind, n), dtype, kind, n, n));
    var lower = new double[n * n];
    var both = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        lower[i * n + j] = j > i ? Double.NaN : square[i][j];
        both[i * n + j] = square[Math.max(i, j)][Math.min(i, j)];
      }
    }
    var factors = Lax.eigh(TestArrays.of(dtype, Shape.of(n, n), lower), true, false);
    var v = rows(factors.get(0));
    var w = TestArrays.doubles(factors.get(1));
    for (int i = 1; i < n; i++) {
      assertThat(w[i]).isGreaterThanOrEqualTo(w[i - 1]);
    }
    assertOrthonormal(dtype, v, true);
    assertNear(dtype, product(v, w, transposed(v)), TestArrays.of(dtype, Shape.of(n, n), both));
  }

  @ParameterizedTest
  @MethodSource("squares")
  void eigenvalues_alone_are_those_with_vectors(DType dtype, Kind kind, int n, int columns) {
    var half = matrix(random("eigvalsh", dtype, kind, n), dtype, kind, n, columns);
    var symmetric = Matrices.symmetricOfLower(half);
    var alone = TestArrays.doubles(Linalg.eigvalsh(symmetric));
    var values = TestArrays.doubles(Lax.eigh(symmetric, true, false).get(1));
    double largest = Arrays.stream(values).map(Math::abs).max().orElse(0);
    double bound = 4 * Math.max(n, 1) * dtype.epsilon() * largest;
    assertThat(alone).containsExactly(values, within(Math.max(bound, Double.MIN_NORMAL)));
  }

  @Test
  void singular_values_of_a_known_product_are_found() {
    var random = random("known");
    for (var dtype : DTYPES) {
      var u = rows(Lax.qr(TestArrays.normal(random, dtype, Shape.of(70, 40)), false).getFirst());
      var v = rows(Lax.qr(TestArrays.normal(random, dtype, Shape.of(40, 40)), false).getFirst());
      var s = new double[40];
      Arrays.setAll(s, i -> i < 35 ? 40 - i / 3 : 0);
      var a = TestArrays.of(dtype, Shape.of(70, 40), flat(product(u, s, v)));
      var found = TestArrays.doubles(Lax.svd(a, false, false).getFirst());
      assertThat(found).containsExactly(s, within(40 * BOUND * dtype.epsilon()));
    }
  }

  @Test
  void eigenvalues_of_the_second_difference_are_those_of_its_formula() {
    int n = 100;
    var values = new double[n * n];
    var expected = new double[n];
    for (int i = 0; i < n; i++) {
      values[i * n + i] = 2;
      if (i > 0) {
        values[i * n + i - 1] = -1;
      }
      double half = Math.sin((i + 1) * Math.PI / (2 * (n + 1)));
      expected[i] = 4 * half * half;
    }
    var a = TestArrays.of(DType.F64, Shape.of(n, n), values);
    assertThat(TestArrays.doubles(Lax.eigh(a, true, false).get(1)))
        .containsExactly(expected, within(1e-14));
  }

  @Test
  void empty_matrices_have_no_values_and_the_vectors_of_a_basis() {
    for (var shape : List.of(Shape.of(0, 3), Shape.of(3, 0), Shape.of(0, 0))) {
      var factors = Lax.svd(TestArrays.of(DType.F64, shape), true, true);
      assertThat(factors.get(1).size()).isZero();
      for (int side : new int[] {0, 2}) {
        int n = factors.get(side).dim(0);
        assertThat(flat(rows(factors.get(side))))
            .isEqualTo(TestArrays.doubles(Matrices.identityLike(zeros(n))));
      }
    }
    assertThat(Lax.eigh(TestArrays.of(DType.F32, Shape.of(0, 0)), true, false).get(1).size())
        .isZero();
  }

  @Test
  void what_is_not_finite_in_one_matrix_of_a_batch_makes_all_of_its_results_nan() {
    for (double wrong : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      var random = random("wrong", wrong);
      var values = TestArrays.doubles(TestArrays.normal(random, DType.F32, Shape.of(2, 5, 5)));
      values[25 + 15] = wrong;
      var a = TestArrays.of(DType.F32, Shape.of(2, 5, 5), values);
      var results = new ArrayList<>(Lax.svd(a, true, true));
      results.addAll(Lax.eigh(a, true, false));
      results.add(Lax.svd(Lax.sliceInDim(a, 0, 3, 1, 2), true, false).getFirst());
      for (var result : results) {
        var elements = TestArrays.doubles(result);
        int half = elements.length / 2;
        assertThat(Arrays.stream(elements, 0, half)).noneMatch(x -> Double.isNaN(x));
        assertThat(Arrays.stream(elements, half, 2 * half)).allMatch(x -> Double.isNaN(x));
      }
    }
  }

  @Test
  void bits_do_not_depend_on_the_number_of_threads() {
    for (var dtype : DTYPES) {
      for (var shape : List.of(Shape.of(400, 400), Shape.of(5, 30, 30))) {
        var a = TestArrays.normal(random("threads", dtype, shape), dtype, shape);
        var results = new ArrayList<List<double[]>>();
        for (int threads : new int[] {1, 3}) {
          Threads.with(
              threads,
              () -> {
                var all = new ArrayList<>(Lax.svd(a, false, true));
                all.addAll(Lax.eigh(a, true, false));
                results.add(all.stream().map(TestArrays::doubles).toList());
              });
        }
        for (int i = 0; i < results.get(0).size(); i++) {
          assertThat(results.get(1).get(i)).as("result %d", i).isEqualTo(results.get(0).get(i));
        }
      }
    }
  }

  private static RandomGenerator random(Object... of) {
    return Seeds.generator(Seeds.ofTest(Arrays.toString(of)));
  }

  private static Array zeros(int n) {
    return TestArrays.of(DType.F64, Shape.of(n, n), new double[n * n]);
  }

  private static void assertOrthonormal(DType dtype, double[][] x, boolean columns) {
    var vectors = columns ? transposed(x) : x;
    double bound = BOUND * dtype.epsilon() * Math.sqrt(Math.max(x.length, x[0].length));
    for (int i = 0; i < vectors.length; i++) {
      for (int j = 0; j <= i; j++) {
        double dot = 0;
        for (int p = 0; p < vectors[i].length; p++) {
          dot += vectors[i][p] * vectors[j][p];
        }
        assertThat(dot).as("vectors %d, %d", i, j).isCloseTo(i == j ? 1 : 0, within(bound));
      }
    }
  }

  /** Compares after division by the largest element, so that no square overflows. */
  private static void assertNear(DType dtype, double[][] actual, NdArray expected) {
    var elements = TestArrays.doubles(expected);
    double largest = Arrays.stream(elements).map(Math::abs).max().orElse(0);
    double scale = largest == 0 ? 1 : largest;
    double norm = Math.sqrt(Arrays.stream(elements).map(x -> x / scale * (x / scale)).sum());
    double residual = 0;
    for (int i = 0; i < elements.length; i++) {
      int columns = expected.dim(1);
      double difference = (actual[i / columns][i % columns] - elements[i]) / scale;
      residual += difference * difference;
    }
    double spacing = (dtype == DType.F32 ? Float.MIN_VALUE : Double.MIN_VALUE) / scale;
    int size = Math.max(expected.dim(0), expected.dim(1));
    assertThat(Math.sqrt(residual))
        .isLessThanOrEqualTo(BOUND * (dtype.epsilon() * norm * Math.sqrt(size) + spacing * size));
  }

  /** {@return the product with a diagonal matrix in between, as large as it is} */
  private static double[][] product(double[][] x, double[] diagonal, double[][] y) {
    var product = new double[x.length][y[0].length];
    for (int i = 0; i < x.length; i++) {
      for (int p = 0; p < diagonal.length; p++) {
        for (int j = 0; j < y[0].length; j++) {
          product[i][j] += x[i][p] * diagonal[p] * y[p][j];
        }
      }
    }
    return product;
  }

  private static double[][] transposed(double[][] x) {
    var transposed = new double[x[0].length][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        transposed[j][i] = x[i][j];
      }
    }
    return transposed;
  }

  private static double[][] rows(Array x) {
    var elements = TestArrays.doubles(x);
    var rows = new double[x.dim(0)][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(elements, i * x.dim(1), (i + 1) * x.dim(1)));
    return rows;
  }

  private static double[] flat(double[][] x) {
    return Arrays.stream(x).flatMapToDouble(Arrays::stream).toArray();
  }
}
