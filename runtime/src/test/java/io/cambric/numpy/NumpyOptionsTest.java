package io.cambric.numpy;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.full;
import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
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
        .withMessageContaining("needs a vector of 2 bools at most, but got bool[3].");
  }

  @Test
  void nan_equals_nan_where_asked_for() {
    var x = array(1, Double.NaN);

    assertThat(Numpy.isclose(x, x, 1e-5, 1e-8, true)).hasToString("bool[2] [true, true]");
    assertThat(Numpy.isclose(x, x, 1e-5, 1e-8, false)).hasToString("bool[2] [true, false]");
    assertThat(Numpy.allclose(x, x, 1e-5, 1e-8, true).toBoolean()).isTrue();
    assertThat(Numpy.arrayEqual(x, x, true).toBoolean()).isTrue();
    assertThat(Numpy.arrayEqual(x, x, false).toBoolean()).isFalse();
    assertThat(Numpy.arrayEqual(x, M, true).toBoolean()).isFalse();
    assertThat(Numpy.arrayEqual(array(1, 2), array(1, 2), true).toBoolean()).isTrue();
  }

  @Test
  void methods_keep_reduced_axes_and_take_a_mask() {
    assertThat(M.sum(Axes.of(1), true)).hasToString("f32[2,1] [[3.0], [12.0]]");
    assertThat(M.mean(null, true)).hasToString("f32[1,1] [[2.5]]");
    assertThat(M.max(Axes.of(0), false)).hasToString("f32[3] [3.0, 4.0, 5.0]");
    assertThat(M.min(Axes.of(0), true).shape()).isEqualTo(Shape.of(1, 3));
    assertThat(M.prod(Axes.of(1), false)).hasToString("f32[2] [0.0, 60.0]");
    assertThat(M.var(Axes.of(0), true)).hasToString("f32[1,3] [[2.25, 2.25, 2.25]]");
    assertThat(M.std(Axes.of(0), false)).hasToString("f32[3] [1.5, 1.5, 1.5]");
    assertThat(M.ptp(Axes.of(0), false)).hasToString("f32[3] [3.0, 3.0, 3.0]");
    assertThat(M.gt(2).any(Axes.of(1), true)).hasToString("bool[2,1] [[false], [true]]");
    assertThat(M.gt(2).all(Axes.of(1), false)).hasToString("bool[2] [false, true]");
    assertThat(M.sum(Axes.of(1), false, M.gt(1))).hasToString("f32[2] [2.0, 12.0]");
    assertThat(M.mean(null, false, M.gt(3)).item()).isEqualTo(4.5);
    assertThat(M.prod(null, false, M.gt(2)).item()).isEqualTo(60);
  }

  @Test
  void methods_of_numpy_arrays_are_methods_here() {
    assertThat(array(1, 2).repeat(2)).hasToString("i32[4] [1, 1, 2, 2]");
    assertThat(M.repeat(2, 0).shape()).isEqualTo(Shape.of(4, 3));
    assertThat(M.flatten().shape()).isEqualTo(Shape.of(6));
    assertThat(M.copy()).isSameAs(M);
    assertThat(M.conj()).isSameAs(M);
    assertThat(M.gt(3).nonzero()).hasToString("[i32[2] [1, 1], i32[2] [1, 2]]");
    assertThat(array(1.0, 3.0).searchsorted(array(2.0))).hasToString("i32[1] [1]");
    assertThat(M.diagonal()).hasToString("f32[2] [0.0, 4.0]");
    assertThat(M.diagonal(1)).hasToString("f32[2] [1.0, 5.0]");
    assertThat(M.trace(0).item()).isEqualTo(4);
    assertThat(M.tolist()).isEqualTo(List.of(List.of(0.0, 1.0, 2.0), List.of(3.0, 4.0, 5.0)));
    assertThat(array(true).tolist()).isEqualTo(List.of(true));
    assertThat(scalar(3).tolist()).isEqualTo(3);
    assertThat(array(List.of(1L << 40), DType.I64).tolist()).isEqualTo(List.of(1L << 40));
  }
}
