package io.cambric.nn;

import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.CambricException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A layer names itself where its input does not fit, also where a function inside finds it. */
class LayerMistakesTest {

  private static final Key KEY = Key.of(0);
  private static final Array SCALAR = Numpy.scalar(1.0);

  static Stream<Arguments> mistakes() {
    return Stream.of(
        row(
            "LayerNorm needs an operand with at least one axis, but got a scalar. Add an axis with expandDims.",
            () -> LayerNorm.of().init(KEY, SCALAR)),
        row(
            "Dense needs an input of at least 1 axes, but got f32[]. Add axes with reshape or expandDims.",
            () -> Dense.of(2).init(KEY, SCALAR)),
        row(
            "Conv needs an input of at least 2 axes, but got f32[]. Add axes with reshape or expandDims.",
            () -> Conv.of(2, 3).init(KEY, SCALAR)),
        row(
            "In LayerNorm: mean needs a mask that broadcasts to the shape of its operand, but got bool[5] for f32[2,3]. Reshape it, or insert axes with expandDims.",
            () -> LayerNorm.of().init(KEY, ones(2, 3), ones(5))),
        row(
            "GroupNorm needs a mask that broadcasts to the shape of its input, but got f32[5] for f32[2,3]. Reshape it, or insert axes with expandDims.",
            () -> GroupNorm.of(1).init(KEY, ones(2, 3), ones(5))),
        row(
            "GroupNorm needs channels divisible by the group size, 2, but the input is f32[3,0]. Choose a divisor of 0.",
            () -> GroupNorm.of(null, 2).init(KEY, ones(3, 0))),
        row(
            "In LstmCell: multiply needs shapes that broadcast, with equal sizes or 1 counted from the last axis, but got [[2, 4], [2, 3]]. Reshape one, or insert axes with expandDims.",
            () -> LstmCell.of(3).init(KEY, new LstmCarry(ones(2, 3), ones(2, 4)), ones(2, 3))),
        row(
            "DenseGeneral needs an input with the batch dims [0] and different axes [0, 1], but got f32[2,3].",
            () ->
                DenseGeneral.of(List.of(2), Axes.of(0, 1))
                    .withBatchDims(Axes.of(0))
                    .init(KEY, ones(2, 3))),
        row(
            "In avgPool: reduce_window_sum of f32[1,1,1,1] needs windows of fewer than 2^31 elements, but got sizes [1, 65536, 65536, 1].",
            () -> {
              var size = List.of(1 << 16, 1 << 16);
              Pooling.avgPool(ones(1, 1, 1, 1), size, size, Padding.SAME, true);
            }),
        row(
            "makeAttentionMask needs a number of extra batch dims of at least 0, but got -1.",
            () ->
                Attention.makeAttentionMask(ones(2), ones(2), Numpy::greaterEqual, -1, DType.F32)));
  }

  private static Arguments row(String message, ThrowingCallable mistake) {
    return Arguments.of(message, mistake);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void a_layer_names_itself(String message, ThrowingCallable mistake) {
    assertThatExceptionOfType(CambricException.class).isThrownBy(mistake).withMessage(message);
  }

  @Test
  void a_mask_of_group_norm_may_be_spread_over_the_channels() {
    var x = Numpy.arange(8.0).reshape(1, 2, 4);
    var rows = Numpy.array(new float[][] {{1}, {0}});
    var norm = GroupNorm.of(2);
    var variables = norm.init(KEY, x);

    assertThat(norm.apply(variables, x, rows).toFloats())
        .containsExactly(norm.apply(variables, x, Numpy.broadcastTo(rows, x.shape())).toFloats());
  }
}
