package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients at kinks, ties and singular points, as measured in JAX 0.10.2, f32 on CPU. */
class GradientEdgeCasesTest {

  private static final float INF = Float.POSITIVE_INFINITY;
  private static final float NAN = Float.NaN;

  static Stream<Arguments> cases() {
    return Stream.of(
        gradient("max of ties", x -> Lax.reduceMax(x[0], Axes.of(0)), v(1, 3, 3), v(0, .5f, .5f)),
        gradient("min of ties", x -> Lax.reduceMin(x[0], Axes.of(0)), v(1, 1), v(.5f, .5f)),
        gradient(
            "max of a NaN", x -> Lax.reduceMax(x[0], Axes.of(0)), v(1, NAN, 3), v(NAN, NAN, NAN)),
        gradient("min of all NaN", x -> Lax.reduceMin(x[0], Axes.of(0)), v(NAN, NAN), v(NAN, NAN)),
        gradient(
            "max of infinities", x -> Lax.reduceMax(x[0], Axes.of(0)), v(INF, INF), v(.5f, .5f)),
        gradient("maximum with a NaN", x -> Lax.max(x[0], x[1]), v(NAN), v(2), v(0), v(0)),
        gradient("maximum at a tie", x -> Lax.max(x[0], x[1]), v(2), v(2), v(.5f), v(.5f)),
        gradient("minimum at a tie", x -> Lax.min(x[0], x[1]), v(2), v(2), v(.5f), v(.5f)),
        gradient("relu", x -> Lax.relu(x[0]), v(-1, 0, 2), v(0, 0, 1)),
        gradient(
            "clamp at its bounds",
            x -> Lax.clamp(scalar(0), x[0], scalar(1)),
            v(0, .5f, 1, 2),
            v(0, 1, 0, 0)),
        gradient("abs at 0 and -0", x -> Lax.abs(x[0]), v(0, -0f, -1), v(1, 1, -1)),
        gradient("sqrt", x -> Lax.sqrt(x[0]), v(0, 4), v(INF, .25f)),
        gradient("rsqrt at 0", x -> Lax.rsqrt(x[0]), v(0), v(-INF)),
        gradient("cbrt at 0", x -> Lax.cbrt(x[0]), v(0), v(INF)),
        gradient("log", x -> Lax.log(x[0]), v(0, -1, 2), v(INF, -1, .5f)),
        gradient("log1p at -1", x -> Lax.log1p(x[0]), v(-1), v(INF)),
        gradient("asin at 1", x -> Lax.asin(x[0]), v(1), v(INF)),
        gradient("acos at 1", x -> Lax.acos(x[0]), v(1), v(-INF)),
        gradient("acosh at 1", x -> Lax.acosh(x[0]), v(1), v(INF)),
        gradient("atanh at 1", x -> Lax.atanh(x[0]), v(1), v(INF)),
        gradient("atan2 at the origin", x -> Lax.atan2(x[0], x[1]), v(0), v(0), v(NAN), v(NAN)),
        gradient("tanh far out", x -> Lax.tanh(x[0]), v(100), v(0)),
        gradient("logistic far out", x -> Lax.logistic(x[0]), v(-1000), v(0)),
        gradient("x^3 and x^0", x -> Lax.integerPow(x[0], 3), v(0, 2), v(0, 12)),
        gradient("x^-1 at 0", x -> Lax.integerPow(x[0], -1), v(0), v(-INF)),
        gradient("pow 0 to 2", x -> Lax.pow(x[0], x[1]), v(0), v(2), v(0), v(0)),
        gradient("pow 0 to 0", x -> Lax.pow(x[0], x[1]), v(0), v(0), v(NAN), v(0)),
        gradient("pow 0 to 1", x -> Lax.pow(x[0], x[1]), v(0), v(1), v(1), v(0)),
        gradient("pow 0 to -1", x -> Lax.pow(x[0], x[1]), v(0), v(-1), v(-INF), v(NAN)),
        gradient("pow -2 to 3", x -> Lax.pow(x[0], x[1]), v(-2), v(3), v(12), v(NAN)),
        gradient("erf_inv", x -> Lax.erfInv(x[0]), v(0, 1), v(.886226952f, INF)),
        gradient("lgamma", x -> Lax.lgamma(x[0]), v(0, 1), v(NAN, -.5772157f)),
        gradient("rem", x -> Lax.rem(x[0], x[1]), v(-5.5f), v(2), v(1), v(2)),
        gradient("rem of positives", x -> Lax.rem(x[0], x[1]), v(5.5f), v(2), v(1), v(-2)),
        gradient("prod with a 0", x -> Lax.reduceProd(x[0], Axes.of(0)), v(0, 2, 3), v(6, 0, 0)),
        gradient("prod with two", x -> Lax.reduceProd(x[0], Axes.of(0)), v(0, 0, 3), v(0, 0, 0)),
        gradient("cumprod", x -> Lax.cumprod(x[0], 0, false), v(0, 2, 3), v(9, 0, 0)),
        gradient("cumprod, 0 inside", x -> Lax.cumprod(x[0], 0, false), v(2, 0, 3), v(1, 8, 0)),
        gradient("cumprod, two", x -> Lax.cumprod(x[0], 0, false), v(0, 0, 3), v(1, 0, 0)),
        gradient(
            "cumsum weighted",
            x -> Lax.mul(Lax.cumsum(x[0], 0, false), f(1, 10, 100)),
            v(1, 1, 1),
            v(111, 110, 100)),
        gradient(
            "cumlogsumexp",
            x -> Lax.cumlogsumexp(x[0], 0, false),
            v(0, 0, 0),
            v(1.8333333f, .8333333f, .3333333f)),
        gradient(
            "cummax of ties",
            x -> Lax.mul(Lax.cummax(x[0], 0, false), f(1, 10, 100, 1000)),
            v(2, 2, 1, 2),
            v(306, 305, 0, 500)),
        gradient(
            "sort of ties",
            x -> Lax.mul(Lax.sort(x[0], 0), f(1, 10, 100)),
            v(2, 1, 1),
            v(100, 1, 10)),
        gradient("top_k of ties", x -> Lax.topK(x[0], 2).getFirst(), v(1, 3, 3, 3), v(0, 1, 1, 0)),
        gradient(
            "top_k along an axis",
            x -> Lax.topK(Lax.reshape(x[0], Shape.of(3, 2)), 2, 0).getFirst(),
            v(1, 6, 3, 4, 5, 2),
            v(0, 1, 1, 1, 1, 0)),
        gradient("gather twice", x -> pick(x[0], 0, 0, 2), v(1, 2, 3), v(2, 0, 1)),
        gradient("gather clamped", x -> pick(x[0], 5, -9, 2), v(1, 2, 3), v(0, 0, 1)),
        gradient(
            "the last of several updates",
            x -> put(ScatterKind.SET, x[0], x[1], 0, 0),
            v(1, 2),
            v(8, 9),
            v(0, 1),
            v(0, 1)),
        gradient(
            "added updates",
            x -> put(ScatterKind.ADD, x[0], x[1], 0, 0),
            v(1, 2),
            v(8, 9),
            v(1, 1),
            v(1, 1)),
        gradient(
            "scattered maxima that tie",
            x -> put(ScatterKind.MAX, x[0], x[1], 0),
            v(3),
            v(3),
            v(.5f),
            v(.5f)),
        gradient("pooled ties", x -> pool(x[0], 2, 2), v(1, 1, 3, 2), v(1, 0, 1, 0)),
        gradient("overlapping windows", x -> pool(x[0], 2, 1), v(1, 3, 3, 2), v(0, 2, 1, 0)),
        gradient(
            "where does not hide a NaN",
            x -> Lax.select(Lax.gt(x[0], scalar(0)), Lax.sqrt(x[0]), Lax.fullLike(x[0], 0)),
            v(0),
            v(NAN)),
        gradient("floor and round", x -> Lax.add(Lax.floor(x[0]), x[0]), v(2.5f), v(1)),
        gradient("a constant factor", x -> Lax.mul(x[0], Lax.stopGradient(x[0])), v(3), v(3)),
        gradient(
            "a cast in between",
            x ->
                Lax.mul(
                    Lax.convertElementType(Lax.convertElementType(x[0], DType.I32), DType.F32),
                    x[0]),
            v(2.5f),
            v(2)));
  }

  private static Array pick(Array x, int... places) {
    var indices = NdArray.ofInts(Shape.of(places.length, 1), places);
    var dims = new GatherDims(Axes.of(), Axes.of(0), Axes.of(0));
    return Lax.gather(x, indices, dims, Shape.of(1), GatherMode.PROMISE_IN_BOUNDS, null);
  }

  private static Array put(ScatterKind kind, Array x, Array updates, int... places) {
    var indices = NdArray.ofInts(Shape.of(places.length, 1), places);
    var dims = new ScatterDims(Axes.of(), Axes.of(0), Axes.of(0));
    return Lax.scatter(kind, x, indices, updates, dims, GatherMode.FILL_OR_DROP, false);
  }

  private static Array pool(Array x, int size, int stride) {
    return Lax.reduceWindowMax(
        x, Axes.of(size), Axes.of(stride), Padding.VALID, Axes.of(1), Axes.of(1));
  }

  private static float[] v(float... values) {
    return values;
  }

  private static Array f(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  private static Array scalar(float value) {
    return NdArray.scalar(DType.F32, value);
  }

  /** The operands first, then as many gradients of the sum of the results. */
  private static Arguments gradient(
      String name, Function<Array[], Array> function, float[]... operandsAndGradients) {
    var all = List.of(operandsAndGradients);
    int count = all.size() / 2;
    return Arguments.of(name, function, all.subList(0, count), all.subList(count, all.size()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void the_gradient_is_that_of_jax(
      String name,
      Function<Array[], Array> function,
      List<float[]> operands,
      List<float[]> expected) {
    var inputs = new ArrayList<Array>();
    operands.forEach(values -> inputs.add(f(values)));
    var linear =
        LinearizeTrace.linearize(
            x -> List.of(function.apply(x.toArray(Array[]::new))),
            inputs,
            Collections.nCopies(inputs.size(), true));
    var result = linear.primals().getFirst();
    var ones = Lax.full(new ShapedArray(result.shape(), DType.F32), 1);
    var gradients =
        Transposition.transpose(
            linear.linear().jaxpr(), linear.linear().constants(), List.of(ones));
    for (int i = 0; i < expected.size(); i++) {
      var gradient = gradients.get(i);
      float[] actual = gradient == null ? new float[operands.get(i).length] : gradient.toFloats();
      for (int j = 0; j < actual.length; j++) {
        float recorded = expected.get(i)[j];
        boolean same =
            Float.compare(actual[j] + 0f, recorded + 0f) == 0
                || Math.abs(actual[j] - recorded) <= 1e-6f * Math.abs(recorded);
        assertThat(same)
            .as("%s: gradient %d at %d is %s, in JAX %s", name, i, j, actual[j], recorded)
            .isTrue();
      }
    }
  }
}
