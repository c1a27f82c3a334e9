package io.cambric.lax.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Arg;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Factorisations: the product of the factors is the matrix, for every size and condition. */
class FactorisationsTest {

  private static final double EXACT = 1e-12;

  static Stream<Arguments> matrices() {
    return Stream.of(
            List.of(0, 0),
            List.of(1, 1),
            List.of(0, 3),
            List.of(3, 0),
            List.of(1, 4),
            List.of(4, 1),
            List.of(7, 7),
            List.of(9, 4),
            List.of(4, 9),
            List.of(30, 30))
        .flatMap(size ->
            Stream.of("random", "graded", "of rank 1", "zero")
                .map(kind -> {
                  var name = "%s %s".formatted(kind, size);
                  return Arguments.of(name, Seeds.ofTest(name), kind, size.get(0), size.get(1));
                }));
  }

  /** Two matrices of a kind; the columns of a graded one are from 1 down to 1e-12 in size. */
  private static NdArray matrices(long seed, String kind, int rows, int columns) {
    var random = Seeds.generator(seed);
    double[] values = new double[2 * rows * columns];
    double[] left = random.doubles(2L * rows + 1, -1, 1).toArray();
    double[] right = random.doubles(columns + 1L, -1, 1).toArray();
    for (int i = 0; i < values.length; i++) {
      int column = i % columns;
      double value = random.nextDouble(-1, 1);
      values[i] =
          switch (kind) {
            case "graded" -> value * Math.pow(10, -12.0 * column / columns);
            case "of rank 1" -> left[i / columns] * right[column];
            case "zero" -> 0;
            default -> value;
          };
    }
    return Arg.array(new ShapedArray(Shape.of(2, rows, columns), DType.F64), values);
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("matrices")
  void qr_has_orthonormal_columns_and_a_triangle(
      String name, long seed, String kind, int rows, int columns) {
    var a = matrices(seed, kind, rows, columns);
    for (boolean full : new boolean[] {false, true}) {
      var factors = Lax.qr(a, full);
      assertNear(Matrices.matmul(factors.get(0), factors.get(1)), a);
      assertOrthonormalColumns(factors.get(0));
      assertNear(Matrices.triu(factors.get(1), 0), factors.get(1));
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("matrices")
  void pivoted_qr_has_the_columns_in_an_order_with_a_descending_diagonal(
      String name, long seed, String kind, int rows, int columns) {
    var a = matrices(seed, kind, rows, columns);
    for (boolean full : new boolean[] {false, true}) {
      var factors = Lax.qr(a, full, true);
      var r = factors.get(1);
      assertNear(Matrices.matmul(factors.get(0), r), Matrices.permuteColumns(a, factors.get(2)));
      assertOrthonormalColumns(factors.get(0));
      assertNear(Matrices.triu(r, 0), r);
      int inner = Math.min(rows, columns);
      var square = Lax.sliceInDim(Lax.sliceInDim(r, 0, inner, 1, 1), 0, inner, 1, 2);
      assertDescending(Lax.abs(Matrices.diagonal(square)), inner);
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("matrices")
  void svd_has_orthonormal_vectors_and_descending_values(
      String name, long seed, String kind, int rows, int columns) {
    var a = matrices(seed, kind, rows, columns);
    int inner = Math.min(rows, columns);
    for (boolean full : new boolean[] {false, true}) {
      var factors = Lax.svd(a, full, true);
      var u = factors.get(0);
      var vt = factors.get(2);
      assertOrthonormalColumns(u);
      assertOrthonormalColumns(Matrices.transpose(vt));
      var left = Lax.sliceInDim(u, 0, inner, 1, 2);
      var scaled = Lax.mul(left, Matrices.asRows(factors.get(1), left));
      assertNear(Matrices.matmul(scaled, Lax.sliceInDim(vt, 0, inner, 1, 1)), a);
      assertDescending(factors.get(1), inner);
      assertNear(Lax.svd(a, full, false).getFirst(), factors.get(1));
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("matrices")
  void lu_is_the_permuted_matrix(String name, long seed, String kind, int rows, int columns) {
    var a = matrices(seed, kind, rows, columns);
    int inner = Math.min(rows, columns);
    var factors = Lax.lu(a);
    var l =
        Matrices.withOnesFrom(Matrices.tril(Lax.sliceInDim(factors.get(0), 0, inner, 1, 2), -1), 0);
    var u = Matrices.triu(Lax.sliceInDim(factors.get(0), 0, inner, 1, 1), 0);
    assertNear(Matrices.matmul(l, u), Matrices.permuteRows(a, factors.get(2)));
    assertNear(
        Lax.convertElementType(Lax.luPivotsToPermutation(factors.get(1), rows), DType.F64),
        Lax.convertElementType(factors.get(2), DType.F64));
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("matrices")
  void eigh_makes_symmetric_matrices_diagonal(
      String name, long seed, String kind, int rows, int columns) {
    var a = matrices(seed, kind, rows, columns);
    var symmetric = Matrices.matmul(a, Matrices.transpose(a));
    var factors = Lax.eigh(symmetric, true, false);
    var v = factors.get(0);
    assertOrthonormalColumns(v);
    var scaled = Lax.mul(v, Matrices.asRows(factors.get(1), v));
    assertNear(Matrices.matmul(scaled, Matrices.transpose(v)), symmetric);
    assertDescending(Lax.neg(factors.get(1)), rows);
  }

  @Test
  void the_hilbert_matrix_is_solved_and_factored_within_its_condition() {
    int n = 8;
    double[] values = new double[n * n];
    double[] sums = new double[n];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1.0 / (i / n + i % n + 1);
      sums[i / n] += values[i];
    }
    var hilbert = Arg.array(new ShapedArray(Shape.of(n, n), DType.F64), values);
    var right = Arg.array(new ShapedArray(Shape.of(n, 1), DType.F64), sums);
    var l = Lax.cholesky(hilbert, true);
    assertNear(Matrices.matmul(l, Matrices.transpose(l)), hilbert);
    var x = (NdArray) Lax.linearSolve(hilbert, right);
    for (int i = 0; i < n; i++) {
      // The condition is 1.5e10.
      assertThat(x.getDouble(i)).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void what_is_not_finite_gives_nan_and_ends() {
    var a = Lax.full(new ShapedArray(Shape.of(3, 3), DType.F32), Double.NaN);
    for (var result : Lax.svd(a, true, true)) {
      assertThat(((NdArray) result).getDouble(0)).isNaN();
    }
    assertThat(((NdArray) Lax.eigh(a, true, true).get(1)).getDouble(2)).isNaN();
    assertThat(((NdArray) Lax.cholesky(a, true)).getDouble(0)).isNaN();
  }

  @Test
  void cholesky_is_nan_at_and_below_the_diagonal_unless_positive_definite() {
    var a = NdArray.of(Shape.of(2, 2), 1, 2, 2, 1);
    var l = (NdArray) Lax.cholesky(a, true);
    assertThat(List.of(l.getDouble(0), l.getDouble(1), l.getDouble(2), l.getDouble(3)))
        .containsExactly(Double.NaN, 0.0, Double.NaN, Double.NaN);
  }

  private static void assertOrthonormalColumns(Array q) {
    var products = Matrices.matmul(Matrices.transpose(q), q);
    assertNear(products, Matrices.identityLike(products));
  }

  private static void assertDescending(Array values, int length) {
    var array = (NdArray) values;
    for (int i = 0; i + 1 < array.size(); i++) {
      if ((i + 1) % length != 0) {
        assertThat(array.getDouble(i)).isGreaterThanOrEqualTo(array.getDouble(i + 1) - 1e-15);
      }
    }
  }

  private static void assertNear(Array actual, Array expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    for (int i = 0; i < expected.shape().size(); i++) {
      assertThat(((NdArray) actual).getDouble(i))
          .as("element %d", i)
          .isCloseTo(((NdArray) expected).getDouble(i), within(EXACT));
    }
  }
}
