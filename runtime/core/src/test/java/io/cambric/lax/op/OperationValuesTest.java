package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.dims.RoundingMethod;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of operations, as measured in JAX 0.10.2. */
class OperationValuesTest {

  private static final double INF = Double.POSITIVE_INFINITY;
  private static final double NAN = Double.NaN;

  static Stream<Arguments> cases() {
    return Stream.of(values(), integers(), places(), windows(), convolutions())
        .flatMap(List::stream);
  }

  private static List<Arguments> values() {
    return List.of(
        row("round away", () -> Lax.round(f(.5, 1.5, 2.5, -.5)), 1, 2, 3, -1),
        row(
            "round even",
            () -> Lax.round(f(.5, 1.5, 2.5, -.5), RoundingMethod.TO_NEAREST_EVEN),
            0,
            2,
            2,
            -0.0),
        row("max of -0 and NaN", () -> Lax.max(f(-0.0, NAN, 1), f(0, 1, NAN)), 0, NAN, NAN),
        row("reduce_max with NaN", () -> Lax.reduceMax(f(1, NAN, 3), Axes.of(0)), NAN),
        row("reduce_max of nothing", () -> Lax.reduceMax(f(), Axes.of(0)), -INF),
        row("argmax of ties", () -> Lax.argmax(f(1, 3, 3), 0, DType.I32), 1),
        row("argmax with NaN", () -> Lax.argmax(f(1, NAN, 3, NAN), 0, DType.I32), 1),
        row("clamp", () -> Lax.clamp(s(0), f(-1, .5, 2), s(1)), 0, .5, 1),
        row("relu", () -> Lax.relu(f(-1, 0, 2, NAN)), 0, 0, 2, NAN),
        row("lgamma", () -> Lax.lgamma(f(.5, 0, 3)), .572364807, INF, .6931472),
        row("digamma", () -> Lax.digamma(f(.5)), -1.96351004),
        row("erf", () -> Lax.erf(f(.5)), .520499885),
        row("erf_inv", () -> Lax.erfInv(f(.5)), .476936281),
        row(
            "reduce_precision to f16",
            () -> Lax.reducePrecision(f(1.2345, 1e30, 1e-30, 65519, 65520), 5, 10),
            1.234375,
            INF,
            0,
            65504,
            INF),
        // JAX 0.10.2: the lowest bit of an exponent decides a tie without a mantissa.
        row(
            "reduce_precision to no mantissa",
            () -> Lax.reducePrecision(f(1.5, 3, 6, INF, -0.0), 8, 0),
            2,
            2,
            8,
            INF,
            -0.0),
        row(
            "reduce_precision to bf16 keeps subnormals",
            () -> Lax.reducePrecision(f(1e-40, -3e-45, 1.2e-38, 65519, NAN), 8, 7),
            9.183550e-41,
            -0.0,
            1.203045e-38,
            65536,
            NAN),
        row(
            "reduce_precision of f16",
            () -> Lax.reducePrecision(f16(1.2345, -.3, 1e-5, 65504, 300.7), 5, 2),
            1.25,
            -.3125,
            1.52587890625e-05,
            INF,
            320),
        row(
            "reduce_precision of f64",
            () -> Lax.reducePrecision(f(6, 1.2345, -.3, 1e-5, 65504).astype(DType.F64), 4, 3),
            6,
            1.25,
            -.3125,
            0,
            INF),
        row(
            "select_n",
            () -> Lax.selectN(i(-1, 0, 1, 2, 9), List.of(s(1), s(2), s(3))),
            1,
            1,
            2,
            3,
            3),
        row("index_in_dim", () -> Lax.indexInDim(f(1, 2, 3), -1, 0, false), 3),
        row(
            "dynamic_update_index_in_dim",
            () -> Lax.dynamicUpdateIndexInDim(f(1, 2, 3), s(9), n(-1), 0),
            1,
            2,
            9),
        row("approx_max_k", () -> Lax.approxMaxK(f(1, 3, 3, 2), 3, 0).get(1), 1, 2, 3),
        row("approx_min_k", () -> Lax.approxMinK(f(1, 3, 0, 2), 2, 0).get(0), 0, 1),
        row("tile", () -> Lax.tile(f(1, 2), Axes.of(2)), 1, 2, 1, 2),
        row("stack", () -> Lax.stack(List.of(f(1, 2), f(3, 4)), 1), 1, 3, 2, 4),
        row("unstack", () -> Lax.unstack(f(1, 2), 0).get(1), 2),
        row(
            "collapse",
            () -> Lax.collapse(Lax.stack(List.of(f(1, 2), f(3, 4)), 0), 0, 2),
            1,
            2,
            3,
            4),
        row("cumsum back", () -> Lax.cumsum(f(1, 2, 3, 4), 0, true), 10, 9, 7, 4),
        row("cummax", () -> Lax.cummax(f(1, 3, 2, NAN, 9), 0, false), 1, 3, 3, NAN, NAN),
        row("cumlogsumexp", () -> Lax.cumlogsumexp(f(-INF, 0, 0), 0, false), -INF, 0, .6931472),
        row("is_finite", () -> Lax.isFinite(f(1, NAN, -INF)), 1, 0, 0));
  }

  private static List<Arguments> integers() {
    return List.of(
        row("div truncates", () -> Lax.div(i(-7, 7), i(2, 0)), -3, -1),
        row("rem", () -> Lax.rem(i(-7, 7), i(2, 0)), -1, 7),
        row("unsigned div", () -> Lax.div(u(7, 8), u(0, 3)), 4294967295.0, 2),
        row("shift left", () -> Lax.shiftLeft(i(1, 1, 1), i(4, 32, 40)), 16, 0, 0),
        row("arithmetic shift", () -> Lax.shiftRightArithmetic(i(-8, -8), i(1, 40)), -4, -1),
        row("logical shift", () -> Lax.shiftRightLogical(i(-8, -8), i(28, 32)), 15, 0),
        row("population_count", () -> Lax.populationCount(i(-1, 5)), 32, 2),
        row("clz", () -> Lax.clz(i(0, 1)), 32, 31),
        row(
            "float to int",
            () -> Lax.convertElementType(f(1e10, -1e10, NAN, -2.9), DType.I32),
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            0,
            -2),
        row("float to u8", () -> Lax.convertElementType(f(300, -1), DType.U8), 255, 0),
        row("float bits", () -> Lax.bitcastConvertType(f(1), DType.I32), 0x3F800000),
        row("float bytes", () -> Lax.bitcastConvertType(f(1), DType.U8), 0, 0, 128, 63),
        row("pow by integers", () -> Lax.pow(f(2, 3, 0), i(2, -1, 0)), 4, 1 / 3.0, 1),
        row("cumprod wraps", () -> Lax.cumprod(i(1 << 30, 2, 2), 0, false), 1 << 30, 1L << 31, 0),
        row("reduce_and of nothing", () -> Lax.reduceAnd(i(), Axes.of(0)), -1),
        row(
            "threefry",
            () ->
                Lax.threefry2x32(
                        NdArray.scalar(DType.U32, 0), NdArray.scalar(DType.U32, 0), u(0), u(0))
                    .getLast(),
            2579123966.0));
  }

  private static List<Arguments> places() {
    var first = new GatherDims(Axes.of(), Axes.of(0), Axes.of(0));
    var indices = NdArray.ofInts(Shape.of(4, 1), 5, -1, -9, 2);
    var x = f(1, 2, 3);
    var updates = f(10, 20, 30, 40);
    return List.of(
        row(
            "pad low and interior",
            () -> Lax.pad(x, s(0), Axes.of(1), Axes.of(-1), Axes.of(1)),
            0,
            1,
            0,
            2,
            0),
        row(
            "pad interior",
            () -> Lax.pad(x, s(9), Axes.of(0), Axes.of(0), Axes.of(2)),
            1,
            9,
            9,
            2,
            9,
            9,
            3),
        row("iota", () -> Lax.broadcastedIota(DType.I32, Shape.of(2, 2), 0), 0, 0, 1, 1),
        row("iota of a vector", () -> Lax.iota(DType.U32, 3), 0, 1, 2),
        row("rev", () -> Lax.rev(x, Axes.of(0)), 3, 2, 1),
        row("slice", () -> Lax.sliceInDim(f(0, 1, 2, 3, 4), 1, 5, 2, 0), 1, 3),
        row(
            "dynamic_slice is moved inside",
            () -> Lax.dynamicSlice(f(1, 2, 3, 4), List.of(n(3)), Shape.of(2)),
            3,
            4),
        row(
            "dynamic_slice from the end",
            () -> Lax.dynamicSlice(f(1, 2, 3, 4), List.of(n(-3)), Shape.of(2)),
            2,
            3),
        row(
            "dynamic_update_slice is moved inside",
            () -> Lax.dynamicUpdateSlice(f(1, 2, 3, 4), f(8, 9), List.of(n(3))),
            1,
            2,
            8,
            9),
        row(
            "gather fills",
            () -> gather(x, indices, first, GatherMode.FILL_OR_DROP),
            NAN,
            NAN,
            NAN,
            3),
        row("gather clips", () -> gather(x, indices, first, GatherMode.CLIP), 3, 1, 1, 3),
        row(
            "gather clips what was promised",
            () -> gather(x, indices, first, GatherMode.PROMISE_IN_BOUNDS),
            3,
            1,
            1,
            3),
        row(
            "gather fills integers",
            () -> gather(u(1, 2, 3), indices, first, GatherMode.FILL_OR_DROP),
            4294967295.0,
            4294967295.0,
            4294967295.0,
            3),
        row(
            "scatter drops",
            () -> Lax.scatterAdd(x, indices, updates, first.toScatter(), GatherMode.FILL_OR_DROP),
            1,
            2,
            43),
        row(
            "scatter clips",
            () -> Lax.scatterAdd(x, indices, updates, first.toScatter(), GatherMode.CLIP),
            51,
            2,
            53),
        row(
            "the last update stays",
            () -> Lax.scatter(x, indices, updates, first.toScatter(), GatherMode.CLIP),
            30,
            2,
            40),
        row("sort", () -> Lax.sort(f(NAN, 1, -INF, 0, -0.0), 0), -INF, 0, -0.0, 1, NAN),
        row("sort unsigned", () -> Lax.sort(u(-1, 0, 5), 0), 0, 5, 4294967295.0),
        row(
            "sort of positions",
            () -> Lax.sortKeyVal(f(-1, -1, -2), i(0, 1, 2), 0).getLast(),
            2,
            0,
            1),
        row("top_k of ties", () -> Lax.topK(f(1, 3, 3, 2), 3).getLast(), 1, 2, 3),
        row("top_k along axis 0", () -> Lax.topK(columns(), 2, 0).getFirst(), 5, 6, 3, 4),
        row("places of top_k along axis 0", () -> Lax.topK(columns(), 2, 0).getLast(), 2, 0, 1, 1),
        row("top_k along axis -1", () -> Lax.topK(columns(), 1, -1).getFirst(), 6, 4, 5),
        row("top_k with NaN", () -> Lax.topK(f(1, NAN, 3), 2).getFirst(), NAN, 3));
  }

  private static Array columns() {
    return Lax.reshape(f(1, 6, 3, 4, 5, 2), Shape.of(3, 2));
  }

  private static Array gather(Array x, Array indices, GatherDims dims, GatherMode mode) {
    return Lax.gather(x, indices, dims, Shape.of(1), mode, null);
  }

  private static List<Arguments> windows() {
    var one = Axes.of(1);
    return List.of(
        row(
            "sums of three",
            () -> Lax.reduceWindowSum(f(1, 1, 1, 1), Axes.of(3), one, Padding.SAME, one, one),
            2,
            3,
            3,
            2),
        row(
            "max of padding alone",
            () ->
                Lax.reduceWindowMax(
                    f(1), Axes.of(1), one, Padding.of(Axes.of(1), Axes.of(0)), one, one),
            -INF,
            1));
  }

  private static List<Arguments> convolutions() {
    var line = ConvDims.of("NCW", "OIW", "NCW");
    var plane = ConvDims.of("NCHW", "OIHW", "NCHW");
    var image = Lax.reshape(f(0, 1, 2, 3, 4, 5, 6, 7, 8), Shape.of(1, 1, 3, 3));
    var kernel = Lax.reshape(f(1, 2, 3, 4), Shape.of(1, 1, 2, 2));
    return List.of(
        row(
            "conv 1-D SAME",
            () -> Lax.conv(row3(1, 2, 3, 4), row3(1, 0, -1), Axes.of(1), Padding.SAME, line),
            -2,
            -2,
            -2,
            3),
        row(
            "conv 2-D VALID",
            () -> Lax.conv(image, kernel, Axes.of(1, 1), Padding.VALID, plane),
            27,
            37,
            57,
            67),
        row("conv_transpose SAME", () -> transposed(Padding.SAME, line), 3, 2, 7, 4),
        row("conv_transpose VALID", () -> transposed(Padding.VALID, line), 3, 2, 7, 4, 2));
  }

  private static Array transposed(Padding padding, ConvDims dims) {
    return Lax.convTranspose(
        row3(1, 2), row3(1, 2, 3), Axes.of(2), padding, Axes.of(1), dims, false);
  }

  private static Array row3(double... values) {
    return Lax.reshape(f(values), Shape.of(1, 1, values.length));
  }

  private static Array f(double... values) {
    return Arg.array(new ShapedArray(Shape.of(values.length), DType.F32), values);
  }

  private static Array f16(double... values) {
    return Arg.array(new ShapedArray(Shape.of(values.length), DType.F16), values);
  }

  private static Array s(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static Array n(int value) {
    return NdArray.scalar(DType.I32, value);
  }

  private static Array i(int... values) {
    return NdArray.ofInts(Shape.of(values.length), values);
  }

  private static Array u(int... values) {
    return Lax.bitcastConvertType(i(values), DType.U32);
  }

  private static Arguments row(String name, Supplier<Array> function, double... expected) {
    return Arguments.of(name, function, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void the_value_is_that_of_jax(String name, Supplier<Array> function, double[] expected) {
    var array = function.get().concrete("a test");
    assertThat(array.size()).as(name).isEqualTo(expected.length);
    for (int j = 0; j < expected.length; j++) {
      double actual = array.getDouble(j);
      double recorded = array.dtype() == DType.I32 ? (int) (long) expected[j] : expected[j];
      boolean same =
          Double.compare(actual, recorded) == 0
              || (recorded != 0 && Math.abs(actual - recorded) <= 1e-6 * Math.abs(recorded));
      assertThat(same).as("%s: %s at %d, in JAX %s", name, actual, j, recorded).isTrue();
    }
  }
}
