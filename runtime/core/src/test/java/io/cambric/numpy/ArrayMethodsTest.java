package io.cambric.numpy;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Methods of arrays; values are those of the methods of jax.Array 0.10.2. */
class ArrayMethodsTest {

  private static final Array M = arange(6.0).reshape(2, 3);

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

  @Test
  void reductions_take_an_initial_value() {
    assertThat(M.max(Axes.of(1), false, 4, null)).hasToString("f32[2] [4.0, 5.0]");
    assertThat(M.max(Axes.of(1), false, 0, M.lt(2))).hasToString("f32[2] [1.0, 0.0]");
    assertThat(M.min(Axes.of(0), true, 2, M.gt(3))).hasToString("f32[1,3] [[2.0, 2.0, 2.0]]");
    // As jnp.sum: the method of jax.Array 0.10.2 ignores the initial value and returns 15.
    assertThat(M.sum(null, false, 10, null)).hasToString("f32[] 25.0");
    assertThat(M.prod(Axes.of(1), true, 2, null)).hasToString("f32[2,1] [[0.0], [120.0]]");
  }

  @Test
  void deviations_take_a_correction_and_a_mask() {
    assertThat(M.var(Axes.of(1), false, 1, null)).hasToString("f32[2] [1.0, 1.0]");
    assertThat(M.std(Axes.of(1), false, 1, M.ne(1))).hasToString("f32[2] [1.4142135, 1.0]");
    assertThat(M.all(Axes.of(1), false, M.gt(0))).hasToString("bool[2] [true, true]");
    assertThat(M.any(Axes.of(0), true, M.gt(4))).hasToString("bool[1,3] [[false, false, true]]");
  }

  @Test
  void reductions_take_a_dtype() {
    assertThat(M.sum(DType.I32)).hasToString("i32[] 15");
    assertThat(M.sum(DType.I32, Axes.of(1), false, null)).hasToString("i32[2] [3, 12]");
    assertThat(M.mean(DType.BF16)).hasToString("bf16[] 2.5");
    assertThat(M.mean(DType.F16, Axes.of(0), true, M.gt(1)))
        .hasToString("f16[1,3] [[3.0, 4.0, 3.5]]");
    assertThat(M.prod(DType.I32)).hasToString("i32[] 0");
    assertThat(M.add(1).prod(DType.F16, Axes.of(1), false, M.gt(1)))
        .hasToString("f16[2] [3.0, 120.0]");
    assertThat(M.var(DType.BF16, null, false, 0, null)).hasToString("bf16[] 2.921875");
    assertThat(M.std(DType.F16, Axes.of(1), false, 0, null))
        .hasToString("f16[2] [0.81640625, 0.81640625]");
  }

  @Test
  void functions_along_an_axis_have_the_defaults_of_numpy() {
    assertThat(M.cumsum()).hasToString("f32[6] [0.0, 1.0, 3.0, 6.0, 10.0, 15.0]");
    assertThat(M.add(1).cumprod()).hasToString("f32[6] [1.0, 2.0, 6.0, 24.0, 120.0, 720.0]");
    assertThat(M.cumsum(1, DType.I32)).hasToString("i32[2,3] [[0, 1, 3], [3, 7, 12]]");
    assertThat(M.add(1.5).cumprod(0, DType.I32)).hasToString("i32[2,3] [[1, 2, 3], [4, 10, 18]]");
    var whole = array(new int[][] {{3, 1}, {2, 9}});
    assertThat(whole.sort()).hasToString("i32[2,2] [[1, 3], [2, 9]]");
    assertThat(whole.argsort()).hasToString("i32[2,2] [[1, 0], [0, 1]]");
    assertThat(M.argmax(1, true)).hasToString("i32[2,1] [[2], [2]]");
    assertThat(M.argmin(0, true)).hasToString("i32[1,3] [[0, 0, 0]]");
    assertThat(M.argmax().item()).isEqualTo(5);
    assertThat(M.argmin().item()).isZero();
  }

  @Test
  void parts_take_the_options_of_their_functions() {
    assertThat(M.trace(1, 1, 0)).hasToString("f32[] 3.0");
    assertThat(M.trace(1, 1, 0, DType.BF16)).hasToString("bf16[] 3.0");
    assertThat(M.diagonal(0, 1, 0)).hasToString("f32[2] [0.0, 4.0]");
    assertThat(M.gt(2).nonzero(4, -1)).hasToString("[i32[4] [1, 1, 1, -1], i32[4] [0, 1, 2, -1]]");
    assertThat(array(1, 2, 2, 3).searchsorted(array(2), true)).hasToString("i32[1] [3]");
    assertThat(array(7, 8).repeat(array(1, 2), 0, 4)).hasToString("i32[4] [7, 8, 8, 8]");
    assertThat(M.mT()).hasToString("f32[3,2] [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]");
    assertThat(M.conjugate()).isSameAs(M);
  }
}
