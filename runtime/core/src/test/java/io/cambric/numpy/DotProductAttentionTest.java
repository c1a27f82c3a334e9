package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.option.DotProductAttentionOptions;
import org.junit.jupiter.api.Test;

class DotProductAttentionTest {

  private static final Array Q = numbers(2, 3, 4, 5);
  private static final Array K = numbers(2, 6, 2, 5).mul(0.7);
  private static final Array V = numbers(2, 6, 2, 5).add(0.1);

  private static Array numbers(int... dims) {
    var shape = Shape.of(dims);
    return Numpy.sin(Numpy.arange(shape.size()).astype(DType.F32).mul(1.3)).reshape(shape);
  }

  private static Array attended(DotProductAttentionOptions options) {
    return Activations.dotProductAttention(Q, K, V, options);
  }

  @Test
  void each_group_of_keys_serves_its_heads() {
    var all = attended(DotProductAttentionOptions.DEFAULT);

    for (int head = 0; head < 4; head++) {
      int group = head / 2;
      var one =
          Activations.dotProductAttention(
              Q.slice(2, head, head + 1),
              K.slice(2, group, group + 1),
              V.slice(2, group, group + 1));
      assertArray(all.slice(2, head, head + 1)).isNear(1e-6, doubles(one));
    }
  }

  private static double[] doubles(Array x) {
    float[] values = x.toFloats();
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }

  @Test
  void keys_that_are_masked_might_as_well_not_be_there() {
    var three = Numpy.array(new int[] {3, 3}).astype(DType.I32);
    var shorter = doubles(Activations.dotProductAttention(Q, K.slice(1, 0, 3), V.slice(1, 0, 3)));

    assertArray(attended(DotProductAttentionOptions.DEFAULT.withKeyValueSeqLengths(three)))
        .isNear(1e-6, shorter);
    assertArray(attended(DotProductAttentionOptions.DEFAULT.withMask(Numpy.arange(6).lt(3))))
        .isNear(1e-6, shorter);
  }

  @Test
  void a_causal_query_sees_no_later_key_and_a_window_few_keys() {
    var causal = attended(DotProductAttentionOptions.DEFAULT.withCausal(true));
    var first = V.slice(1, 0, 1).get(0, 0);

    assertArray(causal.get(0, 0, 0)).isNear(1e-6, doubles(first.get(0)));
    assertArray(attended(DotProductAttentionOptions.DEFAULT.withLocalWindow(0, 0)).get(1, 2, 3))
        .isNear(1e-6, doubles(V.get(1, 2, 1)));
  }

  @Test
  void queries_that_do_not_count_give_zeros() {
    var lengths = Numpy.array(new int[] {2, 3}).astype(DType.I32);
    var result = attended(DotProductAttentionOptions.DEFAULT.withQuerySeqLengths(lengths));

    assertThat(Numpy.abs(result.get(0, 2)).sum().item()).isZero();
    assertThat(Numpy.abs(result.get(1, 2)).sum().item()).isPositive();
  }

  @Test
  void shapes_and_dtypes_that_do_not_fit_are_named() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Activations.dotProductAttention(numbers(1, 3, 3, 5), K, V))
        .withMessage(
            "dot_product_attention needs query [batch, queries, heads, size], key and value [batch,"
                + " keys, groups, size] with heads a multiple of groups, but got f32[1,3,3,5],"
                + " f32[2,6,2,5] and f32[2,6,2,5].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> attended(DotProductAttentionOptions.DEFAULT.withMask(Numpy.ones(3, 6))))
        .withMessage(
            "dot_product_attention needs a mask of bool, but got f32[3,6]. Compare it with "
                + "0, or pass it as a bias.");
  }
}
