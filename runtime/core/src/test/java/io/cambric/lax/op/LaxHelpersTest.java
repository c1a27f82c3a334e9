package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions made of other operations; values are those of jax.lax of jax 0.10.2. */
class LaxHelpersTest {

  private static final Array X = Lax.iota(DType.I32, 24).reshape(2, 3, 4);

  private static Array ints(int... values) {
    return NdArray.ofInts(Shape.of(values.length), values);
  }

  private static Array longs(DType dtype, long... values) {
    return NdArray.of(new ShapedArray(Shape.of(values.length), dtype), Buffer.wrap(dtype, values));
  }

  private static long[] bits(Array x) {
    long[] bits = new long[x.size()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = x.concrete("test").getLong(i);
    }
    return bits;
  }

  @Test
  void mulhi_is_the_upper_half_of_a_product() {
    assertThat(Lax.mulhi(ints(1 << 30, -3), ints(12, 1 << 30)).toInts()).containsExactly(3, -1);
    var unsigned = ints(1 << 31, 3).astype(DType.U32);
    assertThat(Lax.mulhi(unsigned, ints(12, 1 << 30).astype(DType.U32)).toInts())
        .containsExactly(6, 0);
    assertThat(Lax.mulhi(ints(100, -100).astype(DType.I8), ints(50, 50).astype(DType.I8)).toInts())
        .containsExactly(19, -20);
    var narrow = ints(60000).astype(DType.U16);
    assertThat(Lax.mulhi(narrow, narrow).toInts()).containsExactly(54931);
  }

  @Test
  void mulhi_of_64_bits_carries() {
    assertThat(
            bits(
                Lax.mulhi(
                    longs(DType.I64, 1L << 62, -3, Long.MIN_VALUE),
                    longs(DType.I64, 12, 1L << 62, Long.MIN_VALUE))))
        .containsExactly(3, -1, 1L << 62);
    assertThat(
            bits(
                Lax.mulhi(
                    longs(DType.U64, Long.MIN_VALUE, 3, -1), longs(DType.U64, 12, 1L << 62, -1))))
        .containsExactly(6, 0, -2);
    long[] x = {0x123456789abcdef0L, -0x0fedcba987654321L, Long.MAX_VALUE};
    long[] y = {-0x7654321fedcba98L, 0x7fffffff80000001L, -1};
    assertThat(bits(Lax.mulhi(longs(DType.I64, x), longs(DType.I64, y))))
        .containsExactly(
            Math.multiplyHigh(x[0], y[0]),
            Math.multiplyHigh(x[1], y[1]),
            Math.multiplyHigh(x[2], y[2]));
  }

  @Test
  void mulhi_needs_integers_of_one_dtype() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Lax.mulhi(ints(1), ints(1).astype(DType.F32)))
        .withMessage(
            "mulhi needs integers with the same dtype, but got i32[1] and f32[1]. Convert one with astype.");
  }

  @Test
  void index_take_counts_places_modulo_the_size() {
    assertThat(Lax.indexTake(X, List.of(ints(0, -1), ints(1, 7)), Axes.of(0, 2)).toString())
        .isEqualTo("i32[2,3] [[1, 5, 9], [15, 19, 23]]");
    assertThat(Lax.indexTake(X, List.of(ints(1, 7), ints(0, -1)), Axes.of(2, 0)).toString())
        .isEqualTo("i32[2,3] [[1, 5, 9], [15, 19, 23]]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.indexTake(X, List.of(ints(0, 1), ints(1)), Axes.of(0, 2)))
        .withMessage(
            "index_take needs a vector of indices for each of the axes [0, 2], all of the same size, but got [i32[2], i32[1]].");
  }

  @Test
  void batch_matmul_has_equal_leading_axes() {
    var x = Lax.iota(DType.F32, 8).reshape(2, 2, 2);

    assertThat(Lax.batchMatmul(x, x).ravel().toFloats())
        .containsExactly(2, 3, 6, 11, 46, 55, 66, 79);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.batchMatmul(x, x.get(0)))
        .withMessage(
            "batch_matmul needs two operands of equal rank, at least 2, but got f32[2,2,2] and f32[2,2].");
  }

  @Test
  void arrays_broadcast_to_others_and_to_ranks() {
    var like = Lax.zeros(new ShapedArray(Shape.of(2, 3), DType.F32));

    assertThat(Lax.broadcastLike(ints(0, 1, 2), like).ravel().toInts())
        .containsExactly(0, 1, 2, 0, 1, 2);
    assertThat(Lax.broadcastToRank(like, 4).shape()).isEqualTo(Shape.of(1, 1, 2, 3));
    assertThat(Lax.empty(Shape.of(2), DType.I8).toString()).isEqualTo("i8[2] [0, 0]");
    assertThat(Lax.shapeAsValue(Shape.of(2, 3)).toString()).isEqualTo("i32[2] [2, 3]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.broadcastLike(ints(0, 1), like))
        .withMessage(
            "broadcast_like needs an array that broadcasts to the shape of the second, but got i32[2] for f32[2,3].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.broadcastToRank(like, 1))
        .withMessage("broadcast_to_rank needs an array of at most 1 axes, but got f32[2,3].");
  }
}
