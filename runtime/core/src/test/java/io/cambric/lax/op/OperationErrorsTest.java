package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ArrayException;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.JvpTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.Padding;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of operations: the place, the need, the given value and the remedy. */
class OperationErrorsTest {

  private static Array f(int... dims) {
    return Lax.zeros(new ShapedArray(Shape.of(dims), DType.F32));
  }

  private static Array i(int... dims) {
    return Lax.zeros(new ShapedArray(Shape.of(dims), DType.I32));
  }

  static Stream<Arguments> mistakes() {
    var line = ConvDims.of("NWC", "WIO", "NWC");
    var first = new GatherDims(Axes.of(), Axes.of(0), Axes.of(0));
    return Stream.of(
        row(
            () -> Lax.sin(i(2)),
            "sin needs operands of a floating dtype, but got [i32[2]]. Convert them with astype."),
        row(
            () -> Lax.bitwiseAnd(f(2), f(2)),
            "In bitwiseAnd: and needs operands of an integer dtype or bool, but got [f32[2], f32[2]]. Convert them"
                + " with astype."),
        row(
            () -> Lax.pow(i(2), i(2)),
            "pow needs a base of a floating dtype and an exponent of the same dtype or an "
                + "integer dtype, but got [i32[2], i32[2]]. Convert one with astype."),
        row(
            () -> Lax.atan2(f(2), f(3)),
            "atan2 needs operands of the same shape, or scalars, but got [f32[2], f32[3]]. "
                + "Broadcast one, or use Numpy, which broadcasts."),
        row(
            () -> Lax.clamp(f(2), f(), f(2)),
            "clamp needs bounds that are scalars or have the shape of the operand f32[], but got"
                + " f32[2] and f32[2]. Broadcast the operand."),
        row(
            () -> Lax.selectN(f(2), List.of(f(2))),
            "select_n needs a bool predicate and two cases, or i32 numbers and cases, all "
                + "cases with the same dtype, but got [f32[2], f32[2]]. Convert them with "
                + "astype, or use where."),
        row(
            () -> Lax.indexInDim(f(2, 3), 3, 1, true),
            "index_in_dim of f32[2,3] along axis 1 needs an index in [-3, 3), but got 3."),
        row(
            () ->
                Lax.gather(
                    f(3, 3),
                    i(1, 1),
                    new GatherDims(Axes.of(0, 1), Axes.of(), Axes.of(0)),
                    Shape.of(2, 3),
                    GatherMode.WRAP,
                    null),
            "gather of f32[3,3] in mode WRAP needs a window of size 1 along the indexed "
                + "axes [0], but got sizes [2, 3]."),
        row(
            () -> Lax.squeeze(f(2, 3), Axes.of(1)),
            "squeeze of axes [1] needs axes of size 1, but the operand is f32[2,3]. Index or reduce"
                + " them instead."),
        row(
            () -> Lax.rev(f(2), Axes.of(1)),
            "rev needs an axis in [-1, 1) for an operand of rank 1, but got 1."),
        row(
            () -> Lax.slice(f(3), Axes.of(2), Axes.of(4)),
            "slice of f32[3] needs 0 <= start <= limit <= size and a stride of at least 1 "
                + "for each axis, but got starts [2], limits [4] and strides [1]."),
        row(
            () -> Lax.pad(f(3), f(), Axes.of(-4), Axes.of(0), Axes.of(0)),
            "pad of f32[3] with f32[] needs a scalar, and interior padding of at least 0 "
                + "and a non-negative result size for each axis, but got low [-4], high [0] and "
                + "interior [0]."),
        row(
            () -> Lax.concatenate(List.of(f(2, 3), f(3, 2)), 0),
            "concatenate along axis 0 needs operands that have this axis and equal sizes "
                + "along all others, but got [f32[2,3], f32[3,2]]."),
        row(
            () -> Lax.concatenate(List.of(f(2), i(2)), 0),
            "concatenate needs operands with the same dtype, but got [f32[2], i32[2]]. "
                + "Convert them with astype."),
        row(
            () -> Lax.split(f(5), Axes.of(2, 2), 0),
            "split along axis 0 needs lengths that add up to its size, but got [2, 2] for an"
                + " operand f32[5]."),
        row(
            () -> Lax.iota(DType.BOOL, 3),
            "iota needs an integer or floating dtype, but got bool. Compare the result of "
                + "an integer iota instead."),
        row(
            () -> Lax.dynamicSlice(f(3), List.of(), Shape.of(2)),
            "dynamic_slice of f32[3] needs 1 scalar start indices, but got []."),
        row(
            () -> Lax.dynamicSlice(f(3), List.of(i()), Shape.of(4)),
            "dynamic_slice of f32[3] needs a block that fits into it, but got sizes [4]."),
        row(
            () -> Lax.dynamicSlice(f(3), List.of(f()), Shape.of(1)),
            "dynamic_slice needs start indices of an integer dtype, but got [f32[]]. "
                + "Convert them with astype."),
        row(
            () -> Lax.dynamicUpdateSlice(f(3), f(4), List.of(i())),
            "dynamic_update_slice needs an update that fits into the operand, but got f32[4] for"
                + " f32[3]."),
        row(
            () -> Lax.gather(f(3), f(2, 1), first, Shape.of(1), GatherMode.CLIP, null),
            "gather needs indices of an integer dtype, but got f32[2,1]. Convert them with"
                + " astype."),
        row(
            () -> Lax.gather(f(3), i(2, 2), first, Shape.of(1), GatherMode.CLIP, null),
            "gather needs indices whose last axis has one component for each of the axes [0] of the"
                + " operand f32[3], but got i32[2,2]."),
        row(
            () -> Lax.gather(f(3), i(2, 1), first, Shape.of(2), GatherMode.CLIP, null),
            "gather of f32[3] needs a window that fits into it and has size 1 along the "
                + "collapsed axes [0], but got sizes [2]."),
        row(
            () -> Lax.scatterAdd(f(3), i(2, 1), f(3), first.toScatter(), GatherMode.CLIP),
            "scatter-add of f32[3] at i32[2,1] needs updates with the axes of the indices "
                + "except the last, and the window at axes [], but got f32[3]."),
        row(
            () -> Lax.sort(List.of(f(2), f(3)), 0, 1),
            "sort needs operands of equal shape, but got [f32[2], f32[3]]. Broadcast them."),
        row(
            () -> Lax.topK(f(2), 3),
            "top_k needs a last axis of at least k = 3 elements, but the operand is f32[2]."),
        row(
            () -> Lax.topK(f(3, 2), 3, 1),
            "top_k along axis 1 needs k in [0, 2], but got 3 for f32[3,2]. Take fewer elements, or another axis."),
        row(
            () -> Lax.topK(f(3), -1, 0),
            "top_k along axis 0 needs k in [0, 3], but got -1 for f32[3]. Take fewer elements, or another axis."),
        row(
            () -> Lax.approxMaxK(f(3, 2), 4, 0),
            "approx_max_k along axis 0 needs k in [0, 3], but got 4 for f32[3,2]. Take fewer elements, or another axis."),
        row(
            () -> Lax.argmax(f(0), 0, DType.I32),
            "argmax along axis 0 needs at least one element there, but the operand is f32[0]."),
        row(
            () -> Lax.cumsum(f(2), 1, false),
            "cumsum needs an axis in [-1, 1) for an operand of rank 1, but got 1."),
        row(
            () -> Lax.bitcastConvertType(f(3), DType.F64),
            "bitcast_convert_type to f64 needs a last axis of size 2, but the operand is f32[3]."
                + " Reshape it."),
        row(
            () -> Lax.conv(f(1, 5, 3), f(2, 4, 8), Axes.of(1), Padding.SAME, line),
            "In conv: conv_general_dilated needs image features = kernel features * feature "
                + "groups, and output features and batch divisible by the groups. It got an "
                + "image f32[1,5,3] of 3 features and batch 1, a kernel f32[2,4,8] of 4 input "
                + "and 8 output features, and 1 feature and 1 batch groups."),
        row(
            () -> Lax.conv(f(5, 3), f(2, 3, 8), Axes.of(1), Padding.SAME, line),
            "In conv: conv_general_dilated needs operands of rank 3 for these dimension "
                + "numbers, but got f32[5,3] and f32[2,3,8]."),
        row(
            () -> Lax.conv(f(1, 5, 3), f(2, 3, 8), Axes.of(0), Padding.SAME, line),
            "In conv: conv_general_dilated needs a stride and dilations of at least 1 for "
                + "each of 1 spatial axes, but got strides [0] and dilations [1] and [1]."),
        row(
            () -> ConvDims.of("NHWC", "HWIO", "NCH"),
            "ConvDims needs the letters N and C and the spatial letters of the kernel \"HWIO\", but"
                + " got \"NCH\"."),
        row(
            () ->
                Lax.reduceWindowSum(
                    f(4), Axes.of(0), Axes.of(1), Padding.SAME, Axes.of(1), Axes.of(1)),
            "reduce_window_sum of f32[4] needs a window size, a stride and dilations of at "
                + "least 1 for each of its 1 axes, but got sizes [0], strides [1] and dilations "
                + "[1] and [1]."),
        row(
            () -> Lax.reducePrecision(f(1), 0, 3),
            "reduce_precision needs 1 to 11 exponent bits and 0 to 52 mantissa bits, but got 0 and"
                + " 3."));
  }

  private static Arguments row(ThrowingCallable mistake, String message) {
    return Arguments.of(message, mistake);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void a_mistake_is_explained(String message, ThrowingCallable mistake) {
    assertThatExceptionOfType(ArrayException.class).isThrownBy(mistake).withMessage(message);
  }

  @Test
  void a_missing_transpose_names_the_operation() {
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(
            () -> new Cumulative(CumulativeKind.MAX, 0, false).transpose(List.of(f(2)), List.of()))
        .withMessageMatching(
            "No transpose rule for primitive \"cummax\", which reverse differentiation "
                + "reached at .*\\. Write the function without it, or give the function its own "
                + "derivative\\.");
  }

  @Test
  void integers_have_no_tangent_to_stop() {
    var counted = Lax.iota(DType.I32, 3);
    assertThat(Lax.stopGradient(counted)).isSameAs(counted);
    var out =
        JvpTrace.jvp(
            x -> List.of(Lax.stopGradient(x.getFirst())),
            List.of(NdArray.scalar(DType.F32, 3)),
            List.of(NdArray.scalar(DType.F32, 1)));
    assertThat(out.tangents()).containsOnlyNulls();
  }
}
