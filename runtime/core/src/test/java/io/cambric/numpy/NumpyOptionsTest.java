package io.cambric.numpy;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.full;
import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.scalar;
import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.option.ConvolveMode;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options of functions of arrays; values are those of jax.numpy 0.10.2 for the same calls. */
class NumpyOptionsTest {

  private static final Array M = arange(6.0).reshape(2, 3);

  @Test
  void arrays_like_another_take_a_dtype_and_a_shape() {
    assertThat(Numpy.zerosLike(M, DType.I32)).hasToString("i32[2,3] [[0, 0, 0], [0, 0, 0]]");
    assertThat(Numpy.onesLike(M, DType.BF16, Shape.of(2))).hasToString("bf16[2] [1.0, 1.0]");
    assertThat(Numpy.fullLike(M, 7, null, Shape.of(1))).hasToString("f32[1] [7.0]");
    assertThat(Numpy.emptyLike(M, DType.U8).dtype()).isEqualTo(DType.U8);
    assertThat(Numpy.fullLike(M, 2, DType.I8).shape()).isEqualTo(M.shape());
  }

  @Test
  void reductions_compute_in_the_dtype_that_is_asked_for() {
    var tenths = full(Shape.of(1000), 0.1, DType.F32);

    assertThat(Numpy.sum(tenths, DType.BF16)).hasToString("bf16[] 100.0");
    assertThat(Numpy.mean(tenths, DType.F16).item()).isCloseTo(0.1, within(1e-4));
    assertThat(Numpy.sum(array(List.of(200, 100), DType.U8), DType.U8)).hasToString("u8[] 44");
    assertThat(Numpy.mean(array(1, 2), DType.BF16)).hasToString("bf16[] 1.5");
    assertThat(Numpy.mean(array(1.7, 1.7), DType.I32)).hasToString("i32[] 1");
    assertThat(Numpy.prod(array(1.5, 2.5), DType.I32)).hasToString("i32[] 2");
    assertThat(Numpy.var(array(1.0, 2.0, 4.0), DType.BF16)).hasToString("bf16[] 1.5546875");
    assertThat(Numpy.std(array(1.0, 3.0), DType.F16)).hasToString("f16[] 1.0");
    assertThat(Numpy.sum(M, DType.I32, Axes.of(1), true, M.gt(1)))
        .hasToString("i32[2,1] [[2], [12]]");
    assertThat(Numpy.cumsum(array(1.5, 1.5), 0, DType.I32)).hasToString("i32[2] [1, 2]");
    assertThat(Numpy.cumprod(array(1.5, 2.5), 0, DType.I32)).hasToString("i32[2] [1, 2]");
  }

  @Test
  void a_contraction_sums_in_the_preferred_element_type() {
    var x = full(Shape.of(300), 1, DType.BF16);

    assertThat(Numpy.einsum("i,i->", DType.F32, x, x)).hasToString("f32[] 300.0");
    assertThat(Numpy.einsum("ij->i", DType.BF16, M)).hasToString("bf16[2] [3.0, 12.0]");
  }

  @Test
  void spaced_values_take_a_dtype_and_an_axis() {
    assertThat(linspace(-1, 1, 4, DType.I32)).hasToString("i32[4] [-1, -1, 0, 1]");
    assertThat(linspace(0, 2, 5, DType.BF16)).hasToString("bf16[5] [0.0, 0.5, 1.0, 1.5, 2.0]");
    assertThat(linspace(Numpy.zeros(2), ones(2), 3, true, null, -1))
        .hasToString("f32[2,3] [[0.0, 0.5, 1.0], [0.0, 0.5, 1.0]]");
    assertThat(Numpy.logspace(scalar(0.0), scalar(2.0), 3, true, 10, DType.I32, 0))
        .hasToString("i32[3] [1, 10, 100]");
    assertThat(Numpy.logspace(scalar(0.0), scalar(3.0), 4, true, 2, DType.F16, 0))
        .hasToString("f16[4] [1.0, 2.0, 4.0, 8.0]");
    var ratios = Numpy.geomspace(array(1.0, 2.0), scalar(8.0), 3, true, null, 1);
    assertThat(ratios.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(ratios.get(0, 1).item()).isCloseTo(2.828427, within(1e-5));
  }

  @Test
  void linspace_gives_its_step() {
    assertThat(Numpy.linspaceWithStep(scalar(0.0), scalar(1.0), 5, true, null, 0).step().item())
        .isEqualTo(0.25);
    assertThat(Numpy.linspaceWithStep(scalar(0.0), scalar(1.0), 1, true, null, 0).step().item())
        .isNaN();
    assertThat(Numpy.linspaceWithStep(scalar(0), scalar(1), 1, false, null, 0).step().item())
        .isEqualTo(1);
  }

  @Test
  void grids_are_written_as_ranges() {
    assertThat(Numpy.mgrid("0:3, 0:2"))
        .hasToString("i32[2,3,2] [[[0, 0], [1, 1], [2, 2]], [[0, 1], [0, 1], [0, 1]]]");
    assertThat(Numpy.mgrid("0:1:3j")).hasToString("f32[3] [0.0, 0.5, 1.0]");
    assertThat(Numpy.mgrid(":3")).hasToString("i32[3] [0, 1, 2]");
    assertThat(Numpy.mgrid("0:2, 0:1:2j").dtype()).isEqualTo(DType.F32);
    assertThat(Numpy.ogrid("0:3, 1:2:0.5"))
        .hasToString("[f32[3,1] [[0.0], [1.0], [2.0]], f32[1,2] [[1.0, 1.5]]]");
    for (var wrong : List.of("", "3", "0:a", "0:1:2:3", "1:")) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> Numpy.mgrid(wrong))
          .withMessage(
              "mgrid needs ranges such as \"0:3, 0:1:5j\", but got \"%s\". Write start, stop and"
                      .formatted(wrong)
                  + " step with colons.");
    }
  }

  @Test
  void sets_of_a_given_size_work_under_jit() {
    var x = array(3, 1, 2, 3);
    var y = array(3, 4, 3);

    assertThat(Transforms.jit((Array a, Array b) -> Numpy.union1d(a, b, 6, -1.0)).apply(x, y))
        .hasToString("i32[6] [1, 2, 3, 4, -1, -1]");
    assertThat(Transforms.jit((Array a, Array b) -> Numpy.intersect1d(a, b, 4, -1.0)).apply(x, y))
        .hasToString("i32[4] [3, -1, -1, -1]");
    assertThat(Numpy.intersect1d(x, y, 2, null)).hasToString("i32[2] [3, 3]");
    assertThat(Transforms.jit((Array a, Array b) -> Numpy.setdiff1d(a, b, 4, null)).apply(x, y))
        .hasToString("i32[4] [1, 2, 0, 0]");
    assertThat(Numpy.setdiff1d(x, y, 4, -1.0)).hasToString("i32[4] [1, 2, -1, -1]");
    assertThat(Transforms.jit((Array a, Array b) -> Numpy.setxor1d(a, b, 4, null)).apply(x, y))
        .hasToString("i32[4] [1, 2, 4, 1]");
    assertThat(Numpy.setxor1d(x, y, 2, -1.0)).hasToString("i32[2] [1, 2]");
    assertThat(Numpy.setdiff1d(Numpy.zeros(0), y, 2, null).shape()).isEqualTo(Shape.of(2));
  }

  @Test
  void choices_of_a_given_size_work_under_jit() {
    var condition = array(true, false, true);

    assertThat(
            Transforms.jit((Array c, Array m) -> Numpy.compress(c, m, 1, 3, 9)).apply(condition, M))
        .hasToString("f32[2,3] [[0.0, 2.0, 9.0], [3.0, 5.0, 9.0]]");
    assertThat(Transforms.jit((Array m) -> Numpy.extract(m.gt(2), m, 4, -1)).apply(M))
        .hasToString("f32[4] [3.0, 4.0, 5.0, -1.0]");
    assertThat(Numpy.extract(M.gt(2), M, 2, 0)).hasToString("f32[2] [3.0, 4.0]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.compress(condition, M, 0, 3, 0))
        .withMessageContaining("needs a vector of at most 2 bools, but got bool[3].");
  }

  @Test
  void nan_equals_nan_where_asked_for() {
    var x = array(1, NaN);

    assertThat(Numpy.isclose(x, x, 1e-5, 1e-8, true)).hasToString("bool[2] [true, true]");
    assertThat(Numpy.isclose(x, x, 1e-5, 1e-8, false)).hasToString("bool[2] [true, false]");
    assertThat(Numpy.allclose(x, x, 1e-5, 1e-8, true).toBoolean()).isTrue();
    assertThat(Numpy.arrayEqual(x, x, true).toBoolean()).isTrue();
    assertThat(Numpy.arrayEqual(x, x, false).toBoolean()).isFalse();
    assertThat(Numpy.arrayEqual(x, M, true).toBoolean()).isFalse();
    assertThat(Numpy.arrayEqual(array(1, 2), array(1, 2), true).toBoolean()).isTrue();
  }

  @Test
  void reductions_without_nan_compute_in_the_dtype_that_is_asked_for() {
    var x = array(new double[][] {{1.7, NaN, 2.6}, {NaN, NaN, 4}});
    var rows = Axes.of(1);

    assertThat(Numpy.nansum(x, DType.I32, rows, false, null)).hasToString("i32[2] [3, 4]");
    assertThat(Numpy.nansum(x, DType.BF16, rows, false, null)).hasToString("bf16[2] [4.3125, 4.0]");
    assertThat(Numpy.nanprod(x, DType.I32, null, false, null)).hasToString("i32[] 8");
    assertThat(Numpy.nanprod(x, DType.F32, rows, true, array(true, true, false)))
        .hasToString("f32[2,1] [[1.7], [1.0]]");
    assertThat(Numpy.nanmean(x, DType.I32, rows, false, null)).hasToString("i32[2] [1, 4]");
    assertThat(Numpy.nanmean(x, DType.BF16, null, false, null)).hasToString("bf16[] 2.765625");
    assertThat(Numpy.nanvar(x, DType.BF16, null, false, 0, null)).hasToString("bf16[] 0.89453125");
    assertThat(Numpy.nanstd(x, DType.BF16, null, false, 0, null)).hasToString("bf16[] 0.9453125");
    assertThat(Numpy.nancumsum(x, 1, DType.F16))
        .hasToString("f16[2,3] [[1.7001953, 1.7001953, 4.3007812], [0.0, 0.0, 4.0]]");
    assertThat(Numpy.nancumprod(x.get(0), 0, DType.I32)).hasToString("i32[3] [1, 1, 2]");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Numpy.nanstd(M, DType.I32, null, false, 0, null))
        .withMessage(
            "In nanstd: std of f32[2,3] needs a floating dtype, but got i32. Pass a "
                + "floating dtype, and convert the result.");
  }

  @Test
  void extremes_without_nan_take_an_initial_value_and_a_mask() {
    var x = array(new double[][] {{1.7, NaN, 2.6}, {NaN, NaN, 4}});

    assertThat(Numpy.nanmax(x, Axes.of(1), false, 3, null)).hasToString("f32[2] [3.0, 4.0]");
    assertThat(Numpy.nanmax(x, Axes.of(1), false, 0, array(true, true, false)))
        .hasToString("f32[2] [1.7, 0.0]");
    assertThat(Numpy.nanmax(array(NaN, NaN), null, false, 3, null)).hasToString("f32[] 3.0");
    assertThat(Numpy.nanmin(x, Axes.of(0), true, 3, null))
        .hasToString("f32[1,3] [[1.7, 3.0, 2.6]]");
    assertThat(Numpy.nanmin(x, null, false, 9, x.gt(2))).hasToString("f32[] 2.6");
    assertThat(Numpy.nanargmax(x, 1, true)).hasToString("i32[2,1] [[2], [2]]");
    assertThat(Numpy.nanargmin(x, 0, true)).hasToString("i32[1,3] [[0, -1, 0]]");
    assertThat(Numpy.nanargmin(x, 0, false).shape()).isEqualTo(Shape.of(3));
  }

  @Test
  void running_sums_and_traces_take_a_dtype() {
    var x = array(new double[][] {{1.5, 1.5}, {1.5, 2}});
    var bytes = Numpy.array(List.of(List.of(200, 1), List.of(1, 100)), DType.U8);

    assertThat(Numpy.cumsum(x, DType.I32)).hasToString("i32[4] [1, 2, 3, 5]");
    assertThat(Numpy.cumprod(array(1.5, 2.5), DType.I32)).hasToString("i32[2] [1, 2]");
    assertThat(Numpy.trace(bytes, 0, 0, 1, DType.U8)).hasToString("u8[] 44");
    assertThat(Numpy.trace(bytes, 0, 0, 1).item()).isEqualTo(300);
    assertThat(Numpy.trace(M, 1, 1, 0, DType.BF16)).hasToString("bf16[] 3.0");
  }

  @Test
  void products_sum_in_the_preferred_element_type() {
    var ones = full(Shape.of(300), 1, DType.BF16);
    var whole = array(new int[][] {{1, 2}, {3, 4}});
    var last = M.get(1);

    assertThat(Numpy.dot(ones, ones, DType.F32)).hasToString("f32[] 300.0");
    assertThat(Numpy.vdot(ones, ones, DType.F32)).hasToString("f32[] 300.0");
    assertThat(Numpy.inner(ones, ones, DType.F32)).hasToString("f32[] 300.0");
    assertThat(Numpy.matmul(ones, ones, DType.F32)).hasToString("f32[] 300.0");
    assertThat(Numpy.dot(last, last, DType.BF16)).hasToString("bf16[] 50.0");
    assertThat(Numpy.dot(whole, scalar(2), DType.F32))
        .hasToString("f32[2,2] [[2.0, 4.0], [6.0, 8.0]]");
    assertThat(Numpy.vecdot(whole, whole, 0, DType.F32)).hasToString("f32[2] [10.0, 20.0]");
    assertThat(Numpy.tensordot(whole, whole, 1, DType.F32))
        .hasToString("f32[2,2] [[7.0, 10.0], [15.0, 22.0]]");
    assertThat(Numpy.tensordot(whole, whole, Axes.of(0), Axes.of(1), DType.F32))
        .hasToString("f32[2,2] [[7.0, 15.0], [10.0, 22.0]]");
    assertThat(Numpy.convolve(array(1, 2), array(3, 4), ConvolveMode.FULL, DType.F32))
        .hasToString("f32[3] [3.0, 10.0, 8.0]");
    assertThat(
            Numpy.correlate(
                array(1, 2, 3).astype(DType.BF16),
                array(3, 4).astype(DType.BF16),
                ConvolveMode.FULL,
                DType.F32))
        .hasToString("f32[4] [4.0, 11.0, 18.0, 9.0]");
  }

  @Test
  void covariances_are_computed_in_a_dtype() {
    var x = array(new int[][] {{1, 2, 4}, {0, 2, 1}});

    assertThat(Numpy.cov(x, null, true, 1, null, null, DType.BF16))
        .hasToString("bf16[2,2] [[2.328125, 0.5], [0.5, 1.0]]");
    assertThat(Numpy.corrcoef(x, null, true, DType.F16))
        .hasToString("f16[2,2] [[1.0, 0.32739258], [0.32739258, 1.0]]");
  }

  @Test
  void joined_arrays_take_a_dtype() {
    assertThat(Numpy.concatenate(List.of(array(1.5), array(2)), 0, DType.I32))
        .hasToString("i32[2] [1, 2]");
    assertThat(Numpy.stack(List.of(array(1.5), array(2.0)), 1, DType.BF16))
        .hasToString("bf16[1,2] [[1.5, 2.0]]");
    assertThat(Numpy.hstack(DType.F32, array(1), array(2))).hasToString("f32[2] [1.0, 2.0]");
    assertThat(Numpy.vstack(DType.F16, array(1), array(2))).hasToString("f16[2,1] [[1.0], [2.0]]");
    assertThat(Numpy.dstack(DType.F32, array(1), array(2)))
        .hasToString("f32[1,1,2] [[[1.0, 2.0]]]");
  }

  @Test
  void nan_is_unique_each_time_where_it_does_not_equal_itself() {
    var x = array(NaN, 1, NaN, 1);
    var all = Numpy.uniqueAll(x, null, null, null, false);

    assertThat(all.values()).hasToString("f32[3] [1.0, NaN, NaN]");
    assertThat(all.indices()).hasToString("i32[3] [1, 0, 2]");
    assertThat(all.inverseIndices()).hasToString("i32[4] [1, 0, 2, 0]");
    assertThat(all.counts()).hasToString("i32[3] [2, 1, 1]");
    assertThat(Numpy.uniqueAll(x, null, 4, 0.0, false).values())
        .hasToString("f32[4] [1.0, NaN, NaN, 0.0]");
    assertThat(Numpy.unique(x)).hasToString("f32[2] [1.0, NaN]");
  }
}
