package io.cambric.lax.op;

import static io.cambric.lax.op.Arg.ascending;
import static io.cambric.lax.op.Arg.between;
import static io.cambric.lax.op.Arg.bools;
import static io.cambric.lax.op.Arg.distinct;
import static io.cambric.lax.op.Arg.ints;
import static io.cambric.lax.op.Arg.nonzero;
import static io.cambric.lax.op.Arg.normal;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.conv.ConvGeneralDilated;
import io.cambric.lax.conv.ReduceWindow;
import io.cambric.lax.conv.SelectAndGatherAdd;
import io.cambric.lax.conv.SelectAndScatterAdd;
import io.cambric.lax.conv.Window;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.dims.RoundingMethod;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.lax.sampler.RandomBinomial;
import io.cambric.lax.sampler.RandomGamma;
import io.cambric.lax.sampler.RandomPoisson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The operations that keep the laws; every one has a row. */
public final class LawTable {

  private LawTable() {}

  public static List<Law> all() {
    return Stream.of(
            unary(),
            binary(),
            integer(),
            shape(),
            index(),
            reduction(),
            contraction(),
            windows(),
            SpecialLaws.all(),
            MatrixLaws.all(),
            AttentionLaws.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Law> unary() {
    return List.of(
        Law.of(new Neg(), normal(2, 3)).inAnyDType(),
        Law.of(new Abs(), nonzero(2, 3)),
        Law.of(new Sign(), nonzero(2, 3)),
        Law.of(new Rounding(ScalarOp.FLOOR), normal(5)),
        Law.of(new Rounding(ScalarOp.CEIL), normal(5)),
        Law.of(new Round(RoundingMethod.AWAY_FROM_ZERO), normal(5)),
        Law.of(new Round(RoundingMethod.TO_NEAREST_EVEN), normal(5)),
        Law.of(new Sqrt(), between(0.5, 3, 2, 3)),
        Law.of(new Rsqrt(), between(0.5, 3, 2, 3)),
        Law.of(new Cbrt(), nonzero(2, 3)),
        Law.of(new Exp(), normal(2, 3)),
        Law.of(new Exp2(), normal(2, 3)),
        Law.of(new Expm1(), normal(2, 3)),
        Law.of(new Log(), between(0.5, 3, 2, 3)),
        Law.of(new Log1p(), between(-0.5, 3, 2, 3)),
        Law.of(new Tanh(), normal(2, 3)),
        Law.of(new Logistic(), normal(2, 3)),
        Law.of(new Sin(), normal(2, 3)),
        Law.of(new Cos(), normal(2, 3)),
        Law.of(new Tan(), between(-1, 1, 2, 3)),
        Law.of(new Asin(), between(-0.8, 0.8, 2, 3)),
        Law.of(new Acos(), between(-0.8, 0.8, 2, 3)),
        Law.of(new Atan(), normal(2, 3)),
        Law.of(new Sinh(), normal(2, 3)),
        Law.of(new Cosh(), normal(2, 3)),
        Law.of(new Asinh(), normal(2, 3)),
        Law.of(new Acosh(), between(1.5, 3, 2, 3)),
        Law.of(new Atanh(), between(-0.8, 0.8, 2, 3)),
        Law.of(new Erf(), normal(2, 3)),
        Law.of(new Erfc(), normal(2, 3)),
        Law.of(new ErfInv(), between(-0.8, 0.8, 2, 3)),
        Law.of(new Square(), normal(2, 3)),
        Law.of(new Relu(), nonzero(2, 3)),
        Law.of(new IntegerPow(3), normal(2, 3)),
        Law.of(new IntegerPow(-2), nonzero(2, 3)),
        Law.of(new IntegerPow(1), normal(3)),
        Law.of(new IntegerPow(0), normal(3)),
        Law.of(new IsFinite(), normal(3)),
        Law.of(new StopGradient(), ints(0, 9, 2, 3)),
        Law.of(new OptimizationBarrier(), normal(2, 3)).inAnyDType(),
        Law.of(new ConvertElementType(DType.F64, false), ints(-9, 9, 2, 3)),
        Law.of(new ConvertElementType(DType.F64, true), normal(3)),
        Law.of(new ConvertElementType(DType.I32, false), normal(3)),
        Law.of(new BitcastConvertType(DType.F32), ints(0, 1 << 20, 2, 3)),
        Law.of(new BitcastConvertType(DType.U8), ints(0, 1 << 20, 2, 3)),
        Law.of(new BitcastConvertType(DType.I32), ints(DType.U8, 0, 255, 2, 4)),
        Law.of(new BitcastConvertType(DType.U64), normal(2)),
        Law.of(new ReducePrecision(11, 52), normal(3)));
  }

  private static List<Law> binary() {
    var laws = new ArrayList<Law>();
    for (var shapes :
        List.of(new int[][] {{2, 3}, {2, 3}}, new int[][] {{}, {2, 3}}, new int[][] {{3}, {}})) {
      int[] x = shapes[0];
      int[] y = shapes[1];
      laws.addAll(
          List.of(
              Law.of(new Add(), normal(x), normal(y)).inAnyDType(),
              Law.of(new Sub(), normal(x), normal(y)).inAnyDType(),
              Law.of(new Mul(), normal(x), normal(y)).inAnyDType(),
              Law.of(new Div(), normal(x), nonzero(y)),
              Law.of(new Rem(), between(3.1, 3.8, x), between(0.97, 1, y)),
              Law.of(new Pow(), between(0.5, 2, x), normal(y)),
              Law.of(new Pow(), nonzero(x), ints(-2, 3, y)),
              Law.of(new Atan2(), nonzero(x), nonzero(y)),
              Law.of(new Max(), distinct(x), between(0.01, 0.1, y)).inAnyDType(),
              Law.of(new Min(), distinct(x), between(0.01, 0.1, y)).inAnyDType(),
              Law.of(new NextAfter(), ints(DType.F32, 1, 3, x), ints(DType.F32, 0, 4, y)),
              Law.of(new Compare(ScalarOp.EQ), ints(0, 2, x), ints(0, 2, y)),
              Law.of(new Compare(ScalarOp.LT), normal(x), normal(y)),
              Law.of(new Compare(ScalarOp.GE), normal(x), normal(y))));
    }
    laws.addAll(
        List.of(
            Law.of(new Fma(), normal(2, 3), normal(), normal(2, 3)),
            Law.of(new LogAddExp(), normal(2, 3), normal()),
            Law.of(new SelectN(), bools(2, 3), normal(2, 3), normal(2, 3)).inAnyDType(),
            Law.of(new SelectN(), bools(), normal(2, 3), normal()),
            Law.of(new SelectN(), ints(-1, 4, 2, 3), normal(2, 3), normal(2, 3), normal())
                .inAnyDType(),
            Law.of(new SelectN(), ints(-1, 2), normal(2, 3), normal(2, 3)),
            Law.of(new SelectN(), ints(-1, 2, 3), normal(3)),
            Law.of(new SelectN(), bools(3), normal(), normal(3)),
            Law.of(new Clamp(), between(-1, -0.5, 3), nonzero(3), between(0.5, 1, 3)).inAnyDType(),
            Law.of(new Clamp(), between(-1, -0.5), normal(2, 3), between(0.5, 1))));
    return laws;
  }

  private static List<Law> integer() {
    return List.of(
        Law.of(new Bitwise(ScalarOp.AND), ints(0, 99, 2, 3), ints(0, 99, 2, 3)),
        Law.of(new Bitwise(ScalarOp.OR), bools(3), bools()),
        Law.of(new Bitwise(ScalarOp.XOR), ints(0, 99), ints(0, 99, 3)),
        Law.of(new Bitwise(ScalarOp.NOT), bools(3)),
        Law.of(new Shift(ScalarOp.SHIFT_LEFT), ints(0, 99, 3), ints(0, 40, 3)),
        Law.of(new Shift(ScalarOp.SHIFT_RIGHT_LOGICAL), ints(-99, 99, 3), ints(0, 40)),
        Law.of(new Shift(ScalarOp.SHIFT_RIGHT_ARITHMETIC), ints(-99, 99, 3), ints(0, 40, 3)),
        Law.of(new BitCount(ScalarOp.POPULATION_COUNT), ints(-99, 99, 3)),
        Law.of(new BitCount(ScalarOp.CLZ), ints(-99, 99, 3)),
        Law.of(
            new Threefry2x32(),
            ints(DType.U32, 0, 99),
            ints(DType.U32, 0, 99),
            ints(DType.U32, 0, 99, 2, 3),
            ints(DType.U32, 0, 99, 2, 3)),
        // The derivative is that of the distribution, and not of the path of a sampler that
        // rejects.
        Law.of(new RandomGamma(false), ints(DType.U32, 0, 99, 2), between(0.2, 3, 2, 3).held()),
        Law.of(new RandomGamma(true), ints(DType.U32, 0, 99, 3, 2), between(0.2, 3, 3).held()),
        Law.of(new RandomPoisson(999), ints(DType.U32, 0, 99, 2, 2), ints(DType.F32, -1, 30, 2, 3)),
        // A rounding of its operands may give another number, as it rejects others.
        Law.of(
            new RandomBinomial(),
            ints(DType.U32, 0, 99, 2),
            between(0, 100, 2, 3).held(),
            between(0, 1, 2, 3).held()));
  }

  private static List<Law> shape() {
    return List.of(
        Law.of(new Iota(DType.I32, Shape.of(2, 3), 1)),
        Law.of(new BroadcastInDim(Shape.of(4, 2, 3), Axes.of(1, 2)), normal(2, 1)).inAnyDType(),
        Law.of(new BroadcastInDim(Shape.of(2, 3), Axes.of()), normal()),
        Law.of(new Reshape(Shape.of(3, 2)), normal(2, 3)).inAnyDType(),
        Law.of(new Reshape(Shape.of(1, 2, 3)), normal(2, 1, 3)),
        Law.of(new Squeeze(Axes.of(0, 2)), normal(1, 2, 1, 3)).inAnyDType(),
        Law.of(new Transpose(Axes.of(2, 0, 1)), normal(2, 3, 4)).inAnyDType(),
        Law.of(new Rev(Axes.of(0, 2)), normal(2, 3, 4)).inAnyDType(),
        Law.of(new Slice(Axes.of(1, 0), Axes.of(4, 3), Axes.of(2, 1)), normal(5, 3)).inAnyDType(),
        Law.of(new Slice(Axes.of(5), Axes.of(5), Axes.of(2)), normal(5)),
        Law.of(new Pad(Axes.of(1, 0), Axes.of(2, 0), Axes.of(0, 2)), normal(2, 3), normal())
            .inAnyDType(),
        Law.of(new Pad(Axes.of(-1, 2), Axes.of(0, -3), Axes.of(1, 2)), normal(3, 3), normal())
            .inAnyDType(),
        Law.of(new Pad(Axes.of(-4), Axes.of(1), Axes.of(0)), normal(3), normal()),
        Law.of(new Concatenate(1), normal(2, 3), normal(2, 1), normal(2, 2)).inAnyDType(),
        Law.of(new Concatenate(0), normal(2)),
        Law.of(new Split(Axes.of(1, 0, 3), 1), normal(2, 4)).inAnyDType(),
        Law.of(new Split(Axes.of(2, 2), 0), normal(4)));
  }

  private static List<Law> index() {
    var rows = new GatherDims(Axes.of(1), Axes.of(0), Axes.of(0));
    var corners = new GatherDims(Axes.of(0, 2), Axes.of(), Axes.of(1, 0));
    var along = new GatherDims(Axes.of(), Axes.of(1), Axes.of(1), Axes.of(0), Axes.of(0));
    var laws = new ArrayList<Law>();
    for (var mode : GatherMode.values()) {
      // Indices that are promised to be in bounds are in bounds.
      int from = mode == GatherMode.PROMISE_IN_BOUNDS ? 0 : -1;
      int to = mode == GatherMode.PROMISE_IN_BOUNDS ? 2 : 5;
      // Only single elements can be wrapped.
      var corner = mode == GatherMode.WRAP ? Shape.of(1, 1) : Shape.of(2, 3);
      laws.addAll(
          List.of(
              Law.of(
                      new Gather(rows, Shape.of(1, 4), mode, 0.0),
                      normal(3, 4),
                      ints(from, to, 2, 1))
                  .inAnyDType(),
              Law.of(new Gather(corners, corner, mode, 0.0), normal(4, 5), ints(from, to, 3, 2))
                  .inAnyDType(),
              Law.of(
                  new Gather(along, Shape.of(1, 1), mode, 0.0), normal(2, 5), ints(0, 5, 2, 3, 1)),
              Law.of(
                      new Scatter(ScatterKind.ADD, rows.toScatter(), mode, false),
                      normal(3, 4),
                      ints(from, to, 2, 1),
                      normal(2, 4))
                  .inAnyDType(),
              Law.of(
                  new Scatter(ScatterKind.ADD, corners.toScatter(), mode, false),
                  normal(4, 5),
                  ints(from, to, 3, 2),
                  normal(corner.dim(0), 3, corner.dim(1))),
              Law.of(
                      new Scatter(ScatterKind.SET, rows.toScatter(), mode, false),
                      normal(3, 4),
                      ints(from, to, 4, 1),
                      normal(4, 4))
                  .inAnyDType(),
              Law.of(
                  new Scatter(ScatterKind.MAX, rows.toScatter(), mode, false),
                  normal(3, 4),
                  ints(0, 3, 4, 1),
                  normal(4, 4)),
              Law.of(
                  new Scatter(ScatterKind.MIN, along.toScatter(), mode, false),
                  normal(2, 5),
                  ints(0, 5, 2, 3, 1),
                  normal(2, 3))));
    }
    var one = new ScatterDims(Axes.of(), Axes.of(0), Axes.of(0));
    laws.addAll(
        List.of(
            Law.of(
                new Scatter(ScatterKind.SET, one, GatherMode.CLIP, true),
                normal(4),
                ints(0, 4, 1, 1),
                normal(1)),
            Law.of(
                new Scatter(ScatterKind.MUL, one, GatherMode.CLIP, true),
                normal(4),
                ints(0, 4, 1, 1),
                normal(1)),
            Law.of(
                new Scatter(ScatterKind.MUL, one, GatherMode.CLIP, false),
                normal(4),
                ints(0, 4, 6, 1),
                normal(6)),
            Law.of(
                new Scatter(ScatterKind.MUL, one, GatherMode.FILL_OR_DROP, false),
                normal(4),
                ints(0, 6, 6, 1),
                normal(6)),
            Law.of(new DynamicSlice(Shape.of(2, 3)), normal(4, 3), ints(-1, 5), ints(0, 2))
                .inAnyDType(),
            Law.of(new DynamicSlice(Shape.of()), normal()),
            Law.of(new DynamicUpdateSlice(), normal(4, 3), normal(2, 2), ints(-1, 5), ints(0, 2))
                .inAnyDType(),
            Law.of(new Sort(1, true, 1), distinct(2, 5)).inAnyDType(),
            Law.of(new Sort(0, true, 1), distinct(12), normal(12)),
            Law.of(new Sort(1, true, 1), distinct(0, 0)),
            Law.of(new Sort(0, true, 2), ints(0, 3, 5, 2), distinct(5, 2), normal(5, 2)),
            Law.of(new SearchSorted(false), ascending(7), normal(2, 9)),
            Law.of(new SearchSorted(true), ascending(70), normal(3)),
            Law.of(new SearchSorted(true), ascending(2, 5), normal(2, 3, 4)),
            Law.of(new TopK(3), distinct(2, 7))));
    return laws;
  }

  private static List<Law> reduction() {
    var laws = new ArrayList<Law>();
    for (var axes : List.of(Axes.of(0), Axes.of(1), Axes.of(0, 2), Axes.of(0, 1, 2))) {
      laws.addAll(
          List.of(
              Law.of(new ReduceSum(axes), normal(2, 3, 4)).inAnyDType(),
              Law.of(new ReduceProd(axes), nonzero(2, 3, 2)),
              Law.of(new ReduceMax(ReduceOp.MAX, axes), distinct(2, 3, 4)).inAnyDType(),
              Law.of(new ReduceMax(ReduceOp.MIN, axes), distinct(2, 3, 4)).inAnyDType(),
              Law.of(new ReduceBits(ReduceOp.AND, axes), ints(0, 99, 2, 3, 2)),
              Law.of(new ReduceBits(ReduceOp.OR, axes), bools(2, 3, 2)),
              Law.of(new ReduceBits(ReduceOp.XOR, axes), ints(0, 99, 2, 3, 2))));
    }
    for (int axis = 0; axis < 2; axis++) {
      laws.add(Law.of(new ArgReduce(ReduceOp.MAX, axis, DType.I32), distinct(3, 4)));
      laws.add(Law.of(new ArgReduce(ReduceOp.MIN, axis, DType.U8), distinct(3, 4)));
      for (var kind : CumulativeKind.values()) {
        for (boolean reverse : new boolean[] {false, true}) {
          var law = Law.of(new Cumulative(kind, axis, reverse), distinct(4, 5));
          laws.add(kind == CumulativeKind.LOG_SUM_EXP ? law : law.inAnyDType());
        }
      }
    }
    laws.add(Law.of(new Cumulative(CumulativeKind.PROD, 0, false), normal(1)));
    laws.add(Law.of(new ReduceProd(Axes.of(0)), normal(0, 2)));
    laws.add(Law.of(new ReduceMax(ReduceOp.MAX, Axes.of(1)), normal(0, 2)));
    return laws;
  }

  private static List<Law> contraction() {
    var matrix = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());
    var mixed = new DotDims(Axes.of(3, 0), Axes.of(0, 2), Axes.of(1), Axes.of(3));
    return List.of(
        Law.of(new DotGeneral(matrix), normal(2, 3), normal(3, 4)).inAnyDType(),
        Law.of(new DotGeneral(mixed), normal(2, 3, 4, 5), normal(5, 6, 2, 3)).inAnyDType(),
        Law.of(
            new DotGeneral(new DotDims(Axes.of(), Axes.of(), Axes.of(), Axes.of())),
            normal(2),
            normal(3)),
        Law.of(new RaggedDot(), normal(2, 5, 3), normal(3, 2, 3, 4), ints(0, 3, 2, 3)).inAnyDType(),
        Law.of(new RaggedDot(), normal(4, 3, 2), normal(2, 2, 2, 3), ints(0, 4, 4, 2)),
        Law.of(new RaggedContraction(), normal(2, 5, 3), normal(2, 5, 4), ints(0, 3, 2, 3))
            .inAnyDType(),
        conv("NHWC", "HWIO", new int[] {2, 5, 4, 3}, new int[] {3, 2, 3, 4}, 1, 1, 1, 1, 1),
        conv("NCHW", "OIHW", new int[] {2, 2, 5, 6}, new int[] {4, 2, 2, 3}, 2, 1, 1, 1, 1),
        conv("NHWC", "HWIO", new int[] {1, 4, 3, 2}, new int[] {2, 2, 2, 3}, 1, 2, 1, 1, 1),
        conv("NHWC", "HWIO", new int[] {1, 7, 6, 2}, new int[] {2, 2, 2, 3}, 2, 1, 2, 1, 1),
        conv("NHWC", "HWIO", new int[] {2, 5, 4, 4}, new int[] {2, 3, 2, 6}, 2, 1, 1, 2, 1),
        conv("CHWN", "IHWO", new int[] {4, 5, 4, 2}, new int[] {1, 2, 2, 4}, 1, 1, 1, 4, 1),
        conv("NHWC", "OHWI", new int[] {4, 5, 4, 2}, new int[] {6, 2, 2, 2}, 2, 1, 1, 1, 2));
  }

  private static Law conv(
      String image,
      String kernel,
      int[] lhs,
      int[] rhs,
      int stride,
      int lhsDilation,
      int rhsDilation,
      int featureGroups,
      int batchGroups) {
    var operation =
        new ConvGeneralDilated(
            Axes.of(stride, 1),
            new Padding.Explicit(Axes.of(1, -1), Axes.of(0, 2)),
            Axes.of(lhsDilation, 1),
            Axes.of(1, rhsDilation),
            ConvDims.of(image, kernel, image),
            featureGroups,
            batchGroups);
    return Law.of(operation, normal(lhs), normal(rhs)).inAnyDType();
  }

  private static List<Law> windows() {
    var laws = new ArrayList<Law>();
    for (var window :
        List.of(
            window(Axes.of(2, 3), Axes.of(2, 1), Axes.of(0, 1), Axes.of(1, 1), Axes.of(1, 1)),
            window(Axes.of(2, 2), Axes.of(1, 2), Axes.of(1, 0), Axes.of(1, 2), Axes.of(2, 1)),
            window(Axes.of(1, 3), Axes.of(3, 3), Axes.of(-1, 0), Axes.of(1, 1), Axes.of(1, 1)))) {
      var input = new ShapedArray(Shape.of(5, 6), DType.F64);
      int[] places = window.result("window", input).toArray();
      for (var op : List.of(ReduceOp.SUM, ReduceOp.MAX, ReduceOp.MIN)) {
        laws.add(Law.of(new ReduceWindow(op, window), distinct(5, 6)).inAnyDType());
      }
      laws.add(Law.of(new SelectAndGatherAdd(ReduceOp.MAX, window), normal(5, 6), distinct(5, 6)));
      laws.add(
          Law.of(new SelectAndScatterAdd(ReduceOp.MIN, window), normal(places), distinct(5, 6)));
    }
    return laws;
  }

  private static Window window(
      Axes dimensions, Axes strides, Axes padding, Axes baseDilation, Axes windowDilation) {
    return new Window(
        dimensions, strides, new Padding.Explicit(padding, padding), baseDilation, windowDilation);
  }
}
