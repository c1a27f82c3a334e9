package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.RaggedDotDims;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ragged contractions; values are those of lax.ragged_dot_general of jax 0.10.2. */
class RaggedOpsTest {

  private static final Array X = count(10).reshape(5, 2);
  private static final Array W = count(12).reshape(3, 2, 2);
  private static final Array SIZES = ints(2, 0, 2);

  /** Axes x, m, b, k and y, of which m is ragged and b batched. */
  private static final Array LHS = small(48, 7).reshape(2, 3, 2, 2, 2);

  /** Sizes of two groups for each b and x. */
  private static final Array EACH = ints(1, 1, 3, 0, 0, 2, 2, 1).reshape(2, 2, 2);

  private static Array count(int size) {
    return Lax.iota(DType.F32, size);
  }

  private static Array small(int size, int modulus) {
    return count(size).mod(modulus).sub(modulus / 2);
  }

  private static Array ints(int... values) {
    return NdArray.ofInts(Shape.of(values.length), values);
  }

  @Test
  void rows_meet_the_matrix_of_their_group() {
    assertThat(Lax.raggedDot(X, W, SIZES).ravel().toFloats())
        .containsExactly(2, 3, 6, 11, 82, 91, 118, 131, 0, 0);
    assertThat(Transforms.jit((Array s) -> Lax.raggedDot(X, W, s)).apply(SIZES).ravel().toFloats())
        .containsExactly(2, 3, 6, 11, 82, 91, 118, 131, 0, 0);
  }

  @Test
  void rows_that_are_not_there_are_in_no_group() {
    assertThat(Lax.raggedDot(X, W, ints(1, 7, 9)).ravel().toFloats())
        .containsExactly(2, 3, 26, 31, 46, 55, 66, 79, 86, 103);
  }

  @Test
  void derivatives_are_those_of_the_products_of_each_group() {
    var weights = count(10).reshape(5, 2);
    var grads =
        Transforms.grad((Array x, Array w) -> Lax.raggedDot(x, w, SIZES).mul(weights).sum())
            .argnums(0, 1)
            .apply(X, W);

    assertThat(grads.first().ravel().toFloats())
        .containsExactly(1, 3, 3, 13, 77, 95, 111, 137, 0, 0);
    assertThat(grads.second().ravel().toFloats())
        .containsExactly(4, 6, 6, 10, 0, 0, 0, 0, 52, 62, 62, 74);
  }

  @Test
  void a_wider_dtype_is_that_of_the_result() {
    var half = Lax.raggedDot(X.astype(DType.BF16), W.astype(DType.BF16), SIZES, DType.F32);

    assertThat(half.dtype()).isEqualTo(DType.F32);
    assertThat(half.get(2).toFloats()).containsExactly(82, 91);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Lax.raggedDot(X, W, SIZES, DType.BF16))
        .withMessage(
            "In raggedDot: ragged_dot_general needs a preferred dtype of the same kind as its operand and at least as wide, but got bf16 for f32[5,2]. Convert the result with astype.");
  }

  @Test
  void a_contracted_ragged_axis_gives_a_sum_for_each_group() {
    var dims =
        new RaggedDotDims(
            new DotDims(Axes.of(0), Axes.of(0), Axes.of(), Axes.of()), Axes.of(0), Axes.of());

    assertThat(Lax.raggedDotGeneral(X, X.add(1), SIZES, dims).ravel().toFloats())
        .containsExactly(6, 8, 10, 14, 0, 0, 0, 0, 62, 72, 74, 86);
  }

  @Test
  void a_ragged_batch_axis_changes_nothing() {
    var dims =
        new RaggedDotDims(
            new DotDims(Axes.of(2), Axes.of(1), Axes.of(0), Axes.of(0)), Axes.of(0), Axes.of());
    var product =
        Lax.raggedDotGeneral(
            count(12).reshape(2, 3, 2), count(8).reshape(2, 2, 2), ints(1, 1), dims);

    assertThat(product.ravel().toFloats())
        .containsExactly(2, 3, 6, 11, 10, 19, 66, 79, 86, 103, 106, 127);
  }

  @Test
  void sizes_may_differ_along_batch_axes_and_axes_before_the_ragged_one() {
    var rhs = small(16, 5).reshape(2, 2, 2, 2);
    var dims =
        new RaggedDotDims(
            new DotDims(Axes.of(3), Axes.of(0), Axes.of(2), Axes.of(3)), Axes.of(1), Axes.of(2));

    var product = Lax.raggedDotGeneral(LHS, rhs, EACH, dims);
    assertThat(product.shape()).isEqualTo(Shape.of(2, 2, 3, 2, 2));
    assertThat(product.ravel().toFloats())
        .containsExactly(
            5, -6, 4, -4, 0, 2, -2, 3, 0, 0, 0, 0, 2, 0, 1, 2, 1, 2, -7, 4, -7, 4, -8, 6, -2, -6, 5,
            6, 5, 6, 5, 4, 0, 0, 0, 0, 1, 5, 2, 4, 2, 4, 3, 3, -2, -2, -2, -4);
    assertThat(Lax.raggedDotGeneral(LHS, rhs, ints(1, 2), dims).sum(0, 1).ravel().toFloats())
        .containsExactly(13, 0, -1, -5, -3, 13, 7, -3, 7, -3, -4, -5);
  }

  @Test
  void contracted_axes_before_the_ragged_one_are_summed() {
    var rhs = small(24, 5).reshape(3, 2, 2, 2);
    var dims =
        new RaggedDotDims(
            new DotDims(Axes.of(0, 1), Axes.of(3, 0), Axes.of(2), Axes.of(1)),
            Axes.of(1),
            Axes.of());

    assertThat(Lax.raggedDotGeneral(LHS, rhs, EACH, dims).ravel().toFloats())
        .containsExactly(
            8, 3, 7, 5, 6, -7, -9, 2, 4, 4, 3, 2, 2, 0, 1, -2, -2, 4, -1, 2, 0, 0, 1, -2, 3, 2, 4,
            4, 5, -8, -8, 1);
  }

  @Test
  void lanes_that_share_matrices_do_not_copy_them() {
    var xs = Lax.stack(List.of(X, X.mul(2)), 0);
    var jaxpr =
        Transforms.makeJaxpr(
            (Array x) -> Transforms.vmap((Array v) -> Lax.raggedDot(v, W, SIZES)).apply(x), xs);

    assertThat(jaxpr.toString())
        .contains("ragged_dot_general[mode=RAGGED_NONCONTRACTING]")
        .doesNotContain("f32[3,2,2,2]");
    var lanes = Transforms.vmap((Array v) -> Lax.raggedDot(v, W, SIZES)).apply(xs);
    assertThat(lanes.get(1, 3).toFloats()).containsExactly(236, 262);
  }

  @Test
  void mistakes_name_axes_and_shapes() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.raggedDot(X, W, ints(2, 2)))
        .withMessage(
            "In raggedDot: ragged_dot_general needs lhs [b, m, k], rhs [g, c, k, n], sizes [b, g], but got [f32[1,5,2], f32[3,1,2,2], i32[1,2]].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Lax.raggedDot(X, W, SIZES.astype(DType.F32)))
        .withMessage(
            "In raggedDot: ragged_dot_general needs operands with the same dtype and group sizes of an integer dtype, but got [f32[1,5,2], f32[3,1,2,2], f32[1,3]]. Convert them with astype.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.raggedDot(X, W, SIZES.reshape(1, 3)))
        .withMessage(
            "In raggedDot: ragged_dot_general needs sizes of shape [groups], or [] followed by the groups, but got i32[1,3].");
    var dims = new RaggedDotDims(RaggedDotDims.ROWS.dot(), Axes.of(0), Axes.of());
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.raggedDotGeneral(X, W, SIZES, dims))
        .withMessage(
            "ragged_dot_general needs one ragged axis of lhs, and one group axis of rhs unless the ragged axis is contracted or batched, but got axes [0] of f32[5,2] and [] of f32[3,2,2].");
  }
}
