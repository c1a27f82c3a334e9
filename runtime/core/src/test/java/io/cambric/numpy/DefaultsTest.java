package io.cambric.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.option.QuantileMethod;
import io.cambric.testing.TestArrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls without their optional arguments, which have the results of {@code jax.numpy}. */
class DefaultsTest {

  private static final Array X = Numpy.array(new float[][] {{3, -1, 2}, {0, 5, 4}});
  private static final Array ROW = Numpy.array(new float[] {1, 4, 9, 16});
  private static final Array SQUARE = Numpy.array(new float[][] {{4, 1, 0}, {1, 3, 1}, {0, 1, 2}});
  private static final Array TWO = Numpy.array(new float[] {0.25f, 0.5f});

  private record Row(String name, Object shortly, Object fully) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    var q = QuantileMethod.LINEAR;
    var cube = Numpy.stack(List.of(SQUARE, SQUARE), 0);
    return Stream.of(
        new Row("append", Numpy.append(X, ROW), Numpy.append(Numpy.ravel(X), ROW, 0)),
        new Row("argpartition", Numpy.argpartition(X, 1), Numpy.argpartition(X, 1, 1)),
        new Row("partition", Numpy.partition(X, 1), Numpy.partition(X, 1, 1)),
        new Row("array_split", Numpy.arraySplit(ROW, 3), Numpy.arraySplit(ROW, 3, 0)),
        new Row("average", Numpy.average(X), Numpy.mean(X)),
        new Row(
            "average with weights",
            Numpy.average(X, Numpy.abs(X)),
            Numpy.average(Numpy.ravel(X), Numpy.ravel(Numpy.abs(X)), 0)),
        new Row(
            "delete",
            Numpy.delete(X, new int[] {1, 3}),
            Numpy.delete(Numpy.ravel(X), new int[] {1, 3}, 0)),
        new Row("diag_indices", Numpy.diagIndices(3), Numpy.diagIndices(3, 2)),
        new Row("diagflat", Numpy.diagflat(TWO), Numpy.diag(TWO)),
        new Row("diagonal", Numpy.diagonal(cube), Numpy.diagonal(cube, 0, 0, 1)),
        new Row("diagonal of an offset", Numpy.diagonal(X, 1), Numpy.diagonal(X, 1, 0, 1)),
        new Row("diff", Numpy.diff(X), Numpy.diff(X, 1, 1)),
        new Row("diff of differences", Numpy.diff(X, 2), Numpy.diff(X, 2, 1)),
        new Row("digitize", Numpy.digitize(X, ROW), Numpy.digitize(X, ROW, false)),
        new Row("geomspace", Numpy.geomspace(ROW, ROW, 3), Numpy.geomspace(ROW, ROW, 3, true)),
        new Row("logspace", Numpy.logspace(TWO, TWO, 3), Numpy.logspace(TWO, TWO, 3, true, 10)),
        new Row("linspace", Numpy.linspace(TWO, TWO, 3), Numpy.linspace(TWO, TWO, 3, true)),
        new Row("histogram", Numpy.histogram(X), Numpy.histogram(X, 10)),
        new Row("identity", Numpy.identity(3), Numpy.identity(3, DType.F32)),
        new Row("lexsort", Numpy.lexsort(List.of(X, X)), Numpy.lexsort(List.of(X, X), 1)),
        new Row("nanargmax", Numpy.nanargmax(X), Numpy.argmax(X)),
        new Row("nanargmin", Numpy.nanargmin(X), Numpy.argmin(X)),
        new Row("nancumsum", Numpy.nancumsum(X), Numpy.cumsum(X)),
        new Row("nancumprod", Numpy.nancumprod(X), Numpy.cumprod(X)),
        new Row("quantile", Numpy.quantile(X, 0.5), Numpy.median(X)),
        new Row("quantiles", Numpy.quantile(X, TWO), Numpy.quantile(X, TWO, null, false, q)),
        new Row(
            "quantile along an axis",
            Numpy.quantile(X, 0.25, Axes.of(0)),
            Numpy.quantile(X, 0.25, Axes.of(0), false)),
        new Row(
            "quantiles along an axis",
            Numpy.quantile(X, TWO, Axes.of(0)),
            Numpy.quantile(X, TWO, Axes.of(0), false, q)),
        new Row("percentile", Numpy.percentile(X, 25), Numpy.quantile(X, 0.25)),
        new Row("nanquantile", Numpy.nanquantile(X, 0.25), Numpy.quantile(X, 0.25)),
        new Row("nanpercentile", Numpy.nanpercentile(X, 25), Numpy.quantile(X, 0.25)),
        new Row("ptp", Numpy.ptp(X), Numpy.ptp(X, null, false)),
        new Row("ptp along an axis", Numpy.ptp(X, 1), Numpy.ptp(X, Axes.of(1), false)),
        new Row("rollaxis", Numpy.rollaxis(X, 1), Numpy.rollaxis(X, 1, 0)),
        new Row("rot90", Numpy.rot90(X), Numpy.rot90(X, 1, 0, 1)),
        new Row("rot90 by quarters", Numpy.rot90(X, 3), Numpy.rot90(X, 3, 0, 1)),
        new Row("searchsorted", Numpy.searchsorted(ROW, X), Numpy.searchsorted(ROW, X, false)),
        new Row(
            "select",
            Numpy.select(List.of(X.gt(0)), List.of(X)),
            Numpy.where(X.gt(0), X, Numpy.zerosLike(X))),
        new Row(
            "take_along_axis",
            Numpy.takeAlongAxis(X, Numpy.argsort(X)),
            Numpy.takeAlongAxis(X, Numpy.argsort(X), 1)),
        new Row("tensordot", Numpy.tensordot(SQUARE, SQUARE), Numpy.sum(SQUARE.mul(SQUARE))),
        new Row("trapezoid", Numpy.trapezoid(X), Numpy.trapezoid(X, 1, 1)),
        new Row("trapezoid of points", Numpy.trapezoid(ROW, ROW), Numpy.trapezoid(ROW, ROW, 0)),
        new Row("tri", Numpy.tri(3), Numpy.tri(3, 3, 0, DType.F32)),
        new Row("trim_zeros", Numpy.trimZeros(ROW), ROW),
        new Row(
            "unpackbits",
            Numpy.unpackbits(X.astype(DType.U8)),
            Numpy.unpackbits(Numpy.ravel(X).astype(DType.U8), 0, null, false)),
        new Row("unwrap", Numpy.unwrap(X), Numpy.unwrap(X, 2 * Math.PI, 1)),
        new Row("vander", Numpy.vander(TWO), Numpy.vander(TWO, 2, false)),
        new Row("vecdot", Numpy.vecdot(X, X), Numpy.vecdot(X, X, 1)),
        new Row("matvec", Numpy.matvec(cube, X), Numpy.einsum("bij,bj->bi", cube, X)),
        new Row("vecmat", Numpy.vecmat(X, cube), Numpy.einsum("bi,bij->bj", X, cube)),
        new Row("linalg.cross", Linalg.cross(X, X), Linalg.cross(X, X, 1)),
        new Row("linalg.diagonal", Linalg.diagonal(cube), Linalg.diagonal(cube, 0)),
        new Row("linalg.trace", Linalg.trace(cube), Linalg.trace(cube, 0)),
        new Row(
            "linalg.tensordot", Linalg.tensordot(SQUARE, SQUARE), Numpy.tensordot(SQUARE, SQUARE)),
        new Row("linalg.vecdot", Linalg.vecdot(X, X), Linalg.vecdot(X, X, 1)),
        new Row("linalg.vector_norm", Linalg.vectorNorm(X), Linalg.norm(Numpy.ravel(X))),
        new Row(
            "linalg.tensorinv",
            Linalg.tensorinv(Numpy.reshape(Numpy.eye(4), 2, 2, 2, 2)),
            Numpy.reshape(Numpy.eye(4), 2, 2, 2, 2)),
        new Row(
            "scipy.linalg.cholesky",
            ScipyLinalg.cholesky(SQUARE),
            Numpy.transpose(Linalg.cholesky(SQUARE))),
        new Row(
            "scipy.linalg.cho_factor",
            ScipyLinalg.choSolve(ScipyLinalg.choFactor(SQUARE), SQUARE),
            ScipyLinalg.choSolve(ScipyLinalg.choFactor(SQUARE, false), SQUARE)),
        new Row(
            "scipy.linalg.lu_solve",
            ScipyLinalg.luSolve(ScipyLinalg.luFactor(SQUARE), SQUARE),
            ScipyLinalg.luSolve(ScipyLinalg.luFactor(SQUARE), SQUARE, false)),
        new Row(
            "scipy.linalg.solve_triangular",
            ScipyLinalg.solveTriangular(SQUARE, SQUARE, true),
            ScipyLinalg.solveTriangular(SQUARE, SQUARE, true, false, false)),
        new Row(
            "scipy.linalg.toeplitz", ScipyLinalg.toeplitz(ROW), ScipyLinalg.toeplitz(ROW, ROW)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void what_is_left_out_has_the_default(Row row) {
    assertThat(exact(row.shortly())).isEqualTo(exact(row.fully()));
  }

  @Test
  void whole_numbers_have_no_infinities_to_replace() {
    for (var dtype : List.of(DType.I32, DType.U8, DType.BOOL)) {
      assertThat(exact(Numpy.nanToNum(ROW.astype(dtype)))).isEqualTo(exact(ROW.astype(dtype)));
    }
    assertThat(Numpy.nanToNum(ROW.div(0).astype(DType.F16)).toFloats()).containsOnly(65504);
  }

  @Test
  void dtypes_meet_in_the_lattice() {
    assertThat(Numpy.promoteTypes(DType.I32, DType.F16)).isEqualTo(DType.F16);
    assertThat(Numpy.resultType(X.astype(DType.BF16), X.astype(DType.F16))).isEqualTo(DType.F32);
    assertThat(Numpy.resultType(X.astype(DType.U8))).isEqualTo(DType.U8);
  }

  private static List<String> exact(Object result) {
    return TestArrays.exact(
        result instanceof List<?> list
            ? list.stream().map(Array.class::cast).toList()
            : List.of((Array) result));
  }
}
