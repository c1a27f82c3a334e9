package io.cambric.lax.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.thread.Threads;
import io.cambric.lax.Lax;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Factorisations and solutions at the borders of their blocks. Residuals are bounded as in the
 * tests of LAPACK: by the norms, the size and the precision of the dtype.
 *
 * @see <a href="https://www.netlib.org/lapack/lawnspdf/lawn41.pdf">LAPACK Working Note 41, section
 *     6</a>
 */
class BlockedFactorisationsTest {

  /** The bound of LAPACK's tests on a residual, relative to the expected one. */
  private static final double BOUND = 30;

  /**
   * Around the rows of a leaf (16), of a triangle that is one (32), of the largest small matrix and
   * the reflections that are applied at a time (64).
   */
  private static final int[] SIZES = {1, 2, 5, 15, 16, 17, 32, 33, 53, 63, 64, 65, 150};

  private static final List<DType> DTYPES = List.of(DType.F32, DType.F64);

  static Stream<Arguments> sizes() {
    return DTYPES.stream()
        .flatMap(dtype -> IntStream.of(SIZES).mapToObj(n -> Arguments.of(dtype, n)));
  }

  static Stream<Arguments> shapes() {
    var sides = List.of(List.of(150, 40), List.of(40, 150), List.of(17, 16), List.of(300, 1));
    return Stream.concat(
        sizes().map(a -> Arguments.of(a.get()[0], a.get()[1], a.get()[1])),
        DTYPES.stream()
            .flatMap(dtype -> sides.stream().map(s -> Arguments.of(dtype, s.get(0), s.get(1)))));
  }

  private static RandomGenerator random(Object... of) {
    return Seeds.generator(Seeds.ofTest(Arrays.toString(of)));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void triangular_solve_fulfils_the_equations_and_reads_the_triangle_only(DType dtype, int n) {
    for (int columns : new int[] {1, 5, 32, 300}) {
      for (int options = 0; options < 16; options++) {
        boolean left = (options & 1) != 0;
        boolean lower = (options & 2) != 0;
        boolean transposed = (options & 4) != 0;
        boolean unit = (options & 8) != 0;
        var random = random(dtype, n, columns, options);
        var triangle = new double[n][n];
        var stored = new double[2 * n * n];
        Arrays.fill(stored, Double.NaN);
        for (int i = 0; i < n; i++) {
          for (int j = lower ? 0 : i; j < (lower ? i + 1 : n); j++) {
            double value = i == j ? 2 + random.nextDouble() : random.nextDouble(-1, 1) / n;
            triangle[i][j] = i == j && unit ? 1 : rounded(dtype, value);
            stored[i * n + j] = i == j && unit ? Double.NaN : value;
            stored[n * n + i * n + j] = stored[i * n + j];
          }
        }
        var a = TestArrays.of(dtype, Shape.of(2, n, n), stored);
        var shape = left ? Shape.of(2, n, columns) : Shape.of(2, columns, n);
        var b = TestArrays.normal(random, dtype, shape);
        var x = Lax.triangularSolve(a, b, left, lower, transposed, unit);
        var op = transposed ? transposed(triangle, n) : triangle;
        for (int k = 0; k < 2; k++) {
          var solution = matrix(x, k);
          var products = left ? product(op, solution) : product(solution, op);
          assertThat(norm(minus(products, matrix(b, k))))
              .as(
                  "columns %d, left %s, lower %s, transposed %s, unit %s, matrix %d",
                  columns, left, lower, transposed, unit, k)
              .isLessThanOrEqualTo(bound(dtype, n, norm(op) * norm(solution)));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void cholesky_gives_the_lower_triangle_and_reads_no_other(DType dtype, int n) {
    var matrix = positiveDefinite(dtype, n);
    var stored = new double[2 * n * n];
    for (int i = 0; i < stored.length; i++) {
      int row = i / n % n;
      int column = i % n;
      stored[i] = column > row ? Double.NaN : matrix[row][column];
    }
    var l = Lax.cholesky(TestArrays.of(dtype, Shape.of(2, n, n), stored), false);
    for (int k = 0; k < 2; k++) {
      var factor = matrix(l, k);
      assertThat(norm(minus(product(factor, transposed(factor, n)), matrix)))
          .isLessThanOrEqualTo(bound(dtype, n, norm(matrix)));
      for (int i = 0; i < n; i++) {
        assertThat(Arrays.copyOfRange(factor[i], i + 1, n)).isEqualTo(new double[n - i - 1]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void cholesky_is_nan_where_only_the_last_pivot_is_negative(DType dtype, int n) {
    var matrix = positiveDefinite(dtype, n);
    matrix[n - 1][n - 1] = -1;
    var l = matrix(Lax.cholesky(array(dtype, matrix), false), 0);
    for (int i = 0; i < n; i++) {
      assertThat(Arrays.copyOf(l[i], i + 1)).containsOnly(Double.NaN);
      assertThat(Arrays.copyOfRange(l[i], i + 1, n)).isEqualTo(new double[n - i - 1]);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void lu_is_the_matrix_with_rows_exchanged_and_multipliers_of_at_most_one(
      DType dtype, int rows, int columns) {
    var random = random("lu", dtype, rows, columns);
    var a = TestArrays.normal(random, dtype, Shape.of(2, rows, columns));
    var factors = Lax.lu(a);
    int inner = Math.min(rows, columns);
    for (int k = 0; k < 2; k++) {
      var both = matrix(factors.get(0), k);
      var l = new double[rows][inner];
      var u = new double[inner][columns];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          if (j >= i) {
            u[i][j] = both[i][j];
          } else {
            l[i][j] = both[i][j];
          }
        }
        if (i < inner) {
          l[i][i] = 1;
        }
      }
      var moved = matrix(Matrices.permuteRows(a, factors.get(2)), k);
      assertThat(norm(minus(product(l, u), moved)))
          .isLessThanOrEqualTo(bound(dtype, Math.max(rows, columns), norm(l) * norm(u)));
      for (var row : l) {
        assertThat(Arrays.stream(row).map(Math::abs).max().orElse(0)).isLessThanOrEqualTo(1);
      }
    }
    var permutation = Lax.luPivotsToPermutation(factors.get(1), rows);
    assertThat(TestArrays.doubles(permutation)).isEqualTo(TestArrays.doubles(factors.get(2)));
  }

  @Test
  void a_singular_matrix_has_a_zero_pivot_and_solutions_that_are_not_finite() {
    for (var dtype : DTYPES) {
      for (int n : new int[] {2, 20, 40}) {
        var values = new double[n * n];
        for (int i = 0; i < n; i++) {
          values[i * n + i] = i == n - 2 ? 0 : 1;
        }
        var a = TestArrays.of(dtype, Shape.of(n, n), values);
        assertThat(TestArrays.doubles(Lax.lu(a).getFirst())).isEqualTo(values);
        var ones = Lax.full(new ShapedArray(Shape.of(n, 1), dtype), 1);
        assertThat(TestArrays.doubles(Lax.linearSolve(a, ones))[n - 2]).isInfinite();
      }
    }
  }

  @Test
  void lu_takes_the_first_of_equally_large_pivots_and_none_that_is_nan() {
    var ties = NdArray.of(Shape.of(3, 1), -2, 2, -2);
    assertThat(Lax.lu(ties).get(1)).hasToString("i32[1] [0]");
    var below = NdArray.of(Shape.of(3, 1), 1, Float.NaN, 3);
    assertThat(Lax.lu(below).get(1)).hasToString("i32[1] [2]");
    var first = NdArray.of(Shape.of(3, 1), Float.NaN, 5, 3);
    assertThat(Lax.lu(first).get(1)).hasToString("i32[1] [0]");
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void linear_solve_fulfils_the_equations(DType dtype, int n) {
    for (int columns : new int[] {1, 5, 32, 300}) {
      var random = random("solve", dtype, n, columns);
      var a = TestArrays.normal(random, dtype, Shape.of(2, n, n));
      var b = TestArrays.normal(random, dtype, Shape.of(2, n, columns));
      var x = Lax.linearSolve(a, b);
      for (int k = 0; k < 2; k++) {
        var matrix = matrix(a, k);
        var solution = matrix(x, k);
        assertThat(norm(minus(product(matrix, solution), matrix(b, k))))
            .isLessThanOrEqualTo(bound(dtype, n, norm(matrix) * norm(solution)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void qr_has_orthonormal_columns_and_a_triangle_of_the_matrix(DType dtype, int rows, int columns) {
    var random = random("qr", dtype, rows, columns);
    var a = TestArrays.normal(random, dtype, Shape.of(2, rows, columns));
    for (boolean pivoting : new boolean[] {false, true}) {
      for (boolean full : new boolean[] {false, true}) {
        var factors = Lax.qr(a, full, pivoting);
        var moved = pivoting ? Matrices.permuteColumns(a, factors.get(2)) : a;
        for (int k = 0; k < 2; k++) {
          assertFactors(
              dtype, matrix(moved, k), matrix(factors.get(0), k), matrix(factors.get(1), k));
        }
      }
    }
  }

  private static void assertFactors(DType dtype, double[][] a, double[][] q, double[][] r) {
    int size = Math.max(a.length, a[0].length);
    assertThat(norm(minus(product(q, r), a))).isLessThanOrEqualTo(bound(dtype, size, norm(a)));
    var identity = new double[q[0].length][q[0].length];
    for (int i = 0; i < identity.length; i++) {
      identity[i][i] = 1;
      assertThat(Arrays.copyOf(r[i], Math.min(i, r[i].length)))
          .isEqualTo(new double[Math.min(i, r[i].length)]);
    }
    assertThat(norm(minus(product(transposed(q, q[0].length), q), identity)))
        .isLessThanOrEqualTo(bound(dtype, size, 1));
  }

  @Test
  void qr_of_columns_whose_squares_overflow_or_underflow_is_that_of_scaled_ones() {
    var a = TestArrays.normal(random("scaled"), DType.F64, Shape.of(40, 20));
    for (int exponent : new int[] {-900, 900}) {
      double scale = Math.scalb(1.0, exponent);
      var scaled = TestArrays.of(DType.F64, a.shape(), scaled(a, scale));
      var expected = Lax.qr(a, false);
      var actual = Lax.qr(scaled, false);
      assertThat(TestArrays.doubles(actual.get(0)))
          .containsExactly(TestArrays.doubles(expected.get(0)), within(1e-13));
      assertThat(scaled(actual.get(1), 1 / scale))
          .containsExactly(TestArrays.doubles(expected.get(1)), within(1e-12));
    }
  }

  @Test
  void half_types_are_solved_for_in_single_precision_and_rounded_once() {
    for (var half : List.of(DType.BF16, DType.F16)) {
      var random = random("half", half);
      var shape = Shape.of(2, 20, 20);
      var twenty = Lax.full(new ShapedArray(shape, half), 20);
      var diagonal = Lax.mul(Matrices.identityLike(twenty), twenty);
      var a = Lax.add(TestArrays.normal(random, half, shape), diagonal);
      var b = TestArrays.normal(random, half, Shape.of(2, 20, 3));
      Function<Array, Array> wide = x -> Lax.convertElementType(x, DType.F32);
      var expected = Lax.triangularSolve(wide.apply(a), wide.apply(b), true, true, false, false);
      var actual = Lax.triangularSolve(a, b, true, true, false, false);
      assertThat(TestArrays.doubles(actual))
          .isEqualTo(TestArrays.doubles(Lax.convertElementType(expected, half)));
    }
  }

  @Test
  void bits_do_not_depend_on_the_number_of_threads() {
    for (var dtype : DTYPES) {
      for (var shape : List.of(Shape.of(200, 200), Shape.of(5, 60, 60), Shape.of(200, 20, 20))) {
        var a = TestArrays.normal(random("threads", dtype, shape), dtype, shape);
        var results = new ArrayList<List<double[]>>();
        for (int threads : new int[] {1, 3}) {
          Threads.with(threads, () -> results.add(all(a)));
        }
        for (int i = 0; i < results.get(0).size(); i++) {
          assertThat(results.get(1).get(i)).as("result %d", i).isEqualTo(results.get(0).get(i));
        }
      }
    }
  }

  private static List<double[]> all(Array a) {
    var results = new ArrayList<Array>();
    var square = Matrices.matmul(a, Matrices.transpose(a));
    results.add(Lax.cholesky(square, true));
    results.addAll(Lax.lu(a));
    results.addAll(Lax.qr(a, false));
    results.addAll(Lax.qr(a, false, true));
    results.addAll(Lax.geqrf(a));
    results.add(Lax.linearSolve(a, square));
    results.add(Lax.triangularSolve(a, square, false, true, false, true));
    return results.stream().map(TestArrays::doubles).toList();
  }

  private static double[][] positiveDefinite(DType dtype, int n) {
    var random = random("cholesky", dtype, n);
    var x = new double[n][n];
    for (var row : x) {
      Arrays.setAll(row, _ -> random.nextGaussian());
    }
    var matrix = product(x, transposed(x, n));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i][j] = rounded(dtype, matrix[i][j] / n + (i == j ? 1 : 0));
      }
    }
    return matrix;
  }

  private static double rounded(DType dtype, double value) {
    return dtype == DType.F32 ? (float) value : value;
  }

  private static NdArray array(DType dtype, double[][] matrix) {
    var elements = Arrays.stream(matrix).flatMapToDouble(Arrays::stream).toArray();
    return TestArrays.of(dtype, Shape.of(matrix.length, matrix[0].length), elements);
  }

  private static double[] scaled(Array x, double scale) {
    return Arrays.stream(TestArrays.doubles(x)).map(value -> value * scale).toArray();
  }

  private static double[][] matrix(Array batch, int index) {
    var elements = TestArrays.doubles(batch);
    var matrix = new double[batch.dim(-2)][];
    int columns = batch.dim(-1);
    int first = index * matrix.length;
    Arrays.setAll(
        matrix,
        i -> Arrays.copyOfRange(elements, (first + i) * columns, (first + i + 1) * columns));
    return matrix;
  }

  /** {@return a matrix with a number of columns by columns} */
  private static double[][] transposed(double[][] x, int columns) {
    var transposed = new double[columns][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j][i] = x[i][j];
      }
    }
    return transposed;
  }

  private static double[][] product(double[][] x, double[][] y) {
    var product = new double[x.length][y[0].length];
    for (int i = 0; i < x.length; i++) {
      for (int p = 0; p < y.length; p++) {
        for (int j = 0; j < y[0].length; j++) {
          product[i][j] += x[i][p] * y[p][j];
        }
      }
    }
    return product;
  }

  private static double[][] minus(double[][] x, double[][] y) {
    var difference = new double[x.length][x[0].length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[0].length; j++) {
        difference[i][j] = x[i][j] - y[i][j];
      }
    }
    return difference;
  }

  /** The norm of Frobenius. */
  private static double norm(double[][] x) {
    return Math.sqrt(Arrays.stream(x).flatMapToDouble(Arrays::stream).map(v -> v * v).sum());
  }

  private static double bound(DType dtype, int size, double norm) {
    return BOUND * (dtype == DType.F32 ? 0x1p-23 : 0x1p-52) * norm * Math.sqrt(size);
  }
}
