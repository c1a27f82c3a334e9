package io.cambric.transform;

import static io.cambric.transform.Transforms.checkpoint;
import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.customVjp;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.ragged;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A function under ragged is the function of the examples without their padding. */
class RaggedTest {

  private static final int MOST = 6;

  private static final int WIDTH = 3;

  private static Arguments function(String name, ArrayFn2 function) {
    return Arguments.of(name, function);
  }

  /** Functions of rows [length, 3] and weights [3, 3]. */
  static Stream<Arguments> functions() {
    return Stream.of(
        function("mean", (x, w) -> x.matmul(w).mean()),
        function("mean of rows", (x, w) -> x.matmul(w).mean(0)),
        function("variance", (x, w) -> Numpy.var(x.matmul(w))),
        function("size as a number", (x, w) -> x.matmul(w).sum().div(x.dim(0))),
        function("reciprocal size", (x, w) -> x.matmul(w).sum().mul(1.0 / x.dim(0))),
        function("softmax", (x, w) -> Activations.softmax(x.matmul(w), 0)),
        function("log softmax", (x, w) -> Activations.logSoftmax(x.matmul(w), 0)),
        function("logarithm", (x, w) -> x.mul(x).matmul(w.mul(w)).log()),
        function("quotient", (x, w) -> w.sum().div(x.matmul(w))),
        function("square root of norms", (x, w) -> Numpy.sqrt(x.matmul(w).mul(x).sum(1).abs())),
        function("reverse", (x, w) -> Numpy.flip(x.matmul(w), 0)),
        function("maximum", (x, w) -> x.matmul(w).max(0)),
        function("running sum", (x, w) -> Numpy.cumsum(x.matmul(w), 0)),
        function("sort", (x, w) -> Numpy.sort(x.matmul(w), 0)),
        function("median", (x, w) -> Numpy.median(x.matmul(w))),
        function("all but the first", (x, w) -> rows(x.matmul(w), 1, x.dim(0))),
        function("all but the last", (x, w) -> rows(x.matmul(w), 0, x.dim(0) - 1)),
        function(
            "differences",
            (x, w) -> {
              var y = x.matmul(w);
              return rows(y, 1, y.dim(0)).sub(rows(y, 0, y.dim(0) - 1)).abs().add(1).log();
            }),
        function("every second", (x, w) -> Lax.sliceInDim(x.matmul(w), 0, x.dim(0), 2, 0)),
        function("last row", (x, w) -> Lax.indexInDim(x.matmul(w), -1, 0, false)),
        function("first row", (x, w) -> Lax.indexInDim(x.matmul(w), 0, 0, false)),
        function(
            "row at an index",
            (x, w) -> Lax.dynamicIndexInDim(x.matmul(w), NdArray.scalar(DType.I32, 9), 0)),
        function(
            "update of a row",
            (x, w) ->
                Lax.dynamicUpdateSliceInDim(
                    x.matmul(w), rows(w, 0, 1), NdArray.scalar(DType.I32, 9), 0)),
        function("concatenation", (x, w) -> Numpy.concatenate(List.of(w, x, x.matmul(w)), 0)),
        function(
            "shift",
            (x, w) ->
                Numpy.concatenate(List.of(w.sum(0).reshape(1, 3), rows(x, 0, x.dim(0) - 1)), 0)
                    .mul(x)),
        function("rows in a line", (x, w) -> x.matmul(w).reshape(x.dim(0) * 3)),
        function(
            "line in rows", (x, w) -> x.reshape(x.dim(0) * 3).exp().reshape(x.dim(0), 3).matmul(w)),
        function("positions", (x, w) -> x.matmul(w).mul(Numpy.arange(x.dim(0)).reshape(-1, 1))),
        function("ones", (x, w) -> Numpy.ones(x.dim(0)).sum().mul(w)),
        function(
            "causal attention",
            (x, w) -> {
              var q = x.matmul(w);
              var scores = q.matmul(x.transpose());
              var seen = Numpy.tril(Numpy.ones(x.dim(0), x.dim(0)));
              return Activations.softmax(Numpy.where(seen.gt(0), scores, -1e9)).matmul(x);
            }),
        function(
            "attention",
            (x, w) -> {
              var heads = x.matmul(w).reshape(1, x.dim(0), 1, 3);
              return Activations.dotProductAttention(heads, heads, heads);
            }),
        function("padding", (x, w) -> Numpy.pad(x.matmul(w), new int[][] {{1, 2}, {0, 0}})),
        function(
            "taken rows", (x, w) -> Numpy.take(x.matmul(w), Numpy.array(new int[] {0, -1, 0}), 0)),
        function("taken weights", (x, w) -> Numpy.take(w, Numpy.argmax(x, 1), 0).mul(x)),
        function(
            "table of positions",
            (x, w) -> x.mul(rows(Numpy.arange(60.0).reshape(20, 3), 0, x.dim(0))).matmul(w)),
        function(
            "compiled part", (x, w) -> jit((Array y) -> y.log().mean(0)).apply(x.mul(x)).matmul(w)),
        function(
            "recomputed part",
            (x, w) -> checkpoint((Array y, Array v) -> y.matmul(v).sin()).apply(x, w)),
        function("mapped part", (x, w) -> vmap((Array row) -> row.matmul(w).prod()).apply(x)),
        function(
            "scan",
            (x, w) ->
                Transforms.scan(
                        (Array carry, Array row) ->
                            new Carry<>(
                                carry.add(row).matmul(w).tanh(), carry.mul(row).mul(row).log()),
                        w.sum(0).mul(0).add(1),
                        x)
                    .carry()),
        function(
            "rows of a scan",
            (x, w) ->
                Transforms.scan(
                        (Array carry, Array row) ->
                            new Carry<>(
                                carry.add(row).matmul(w).tanh(), carry.mul(row).mul(row).log()),
                        w.sum(0).mul(0).add(1),
                        x)
                    .output()),
        function("gradient inside", (x, w) -> grad((Array y) -> y.matmul(w).tanh().sum()).apply(x)),
        function(
            "gradient of weights inside",
            (x, w) -> grad((Array v) -> x.matmul(v).mul(x).exp().mean()).apply(w)),
        function(
            "choice",
            (x, w) ->
                Transforms.cond(
                    w.sum().gt(0),
                    (Array y) -> y.abs().add(1).log().matmul(w),
                    (Array y) -> y.neg(),
                    x.abs())),
        function("norm", (x, w) -> normalized(x.matmul(w), 0)),
        function("norm of features", (x, w) -> normalized(x.matmul(w), 1)));
  }

  private static Array normalized(Array x, int axis) {
    var mean = Numpy.expandDims(x.mean(axis), axis);
    var variance = Numpy.expandDims(x.sub(mean).square().mean(axis), axis);
    return x.sub(mean).div(Numpy.sqrt(variance.add(1e-5)));
  }

  private static Array rows(Array x, int from, int to) {
    return Lax.sliceInDim(x, from, to, 1, 0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("functions")
  void values_are_those_of_a_loop_over_examples(String name, ArrayFn2 function) {
    int[] lengths = {3, 1, 6, 4};
    var batch = batch(new Random(1), lengths, Double.NaN);
    var w = weights();
    var function2 = ragged(function).axes(0, null).withSizes();
    var out =
        vmap((Array n, Array x) -> function2.apply(n, x, w)).apply(Numpy.array(lengths), batch);
    for (int i = 0; i < lengths.length; i++) {
      var expected = function.apply(example(batch, i, lengths[i]), w);
      int[] sizes = ints(Lax.indexInDim(out.sizes(), i, 0, false));
      assertThat(sizes).as(name).isEqualTo(expected.shape().toArray());
      var result = Lax.indexInDim(out.output(), i, 0, false);
      assertClose(Lax.slice(result, Axes.filled(sizes.length, 0), Axes.of(sizes)), expected);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("functions")
  void gradients_are_those_of_a_loop_over_examples(String name, ArrayFn2 function) {
    int[] lengths = {3, 1, 6, 4};
    for (double padding : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e300}) {
      var batch = batch(new Random(2), lengths, padding);
      var w = weights();
      var loss =
          vmap(ragged((Array x, Array v) -> loss(function.apply(x, v))).axes(0, null))
              .inAxes(0, 0, null);
      var ofBatch =
          jit(grad((Array x, Array v) -> loss.apply(Numpy.array(lengths), x, v).sum())
                  .argnums(0, 1))
              .apply(batch, w);
      Array ofWeights = Numpy.zerosLike(w);
      for (int i = 0; i < lengths.length; i++) {
        var example = example(batch, i, lengths[i]);
        var each =
            grad((Array x, Array v) -> loss(function.apply(x, v))).argnums(0, 1).apply(example, w);
        ofWeights = ofWeights.add(each.second());
        var row = Lax.indexInDim(ofBatch.first(), i, 0, false);
        assertClose(rows(row, 0, lengths[i]), each.first());
        assertClose(rows(row, lengths[i], MOST), Numpy.zerosLike(rows(row, lengths[i], MOST)));
      }
      assertClose(ofBatch.second(), ofWeights);
    }
  }

  @Test
  void several_lengths_have_numbers() {
    var q = Numpy.arange(24.0).reshape(8, 3).div(10);
    var k = Numpy.arange(18.0).reshape(6, 3).div(7).sub(1);
    ArrayFn2 attend = (x, y) -> Activations.softmax(x.matmul(y.transpose())).matmul(y);
    var function = ragged(attend).axes(LengthAxes.of(0, 0), LengthAxes.of(0, 1)).withSizes();
    var out = function.apply(Numpy.array(new int[] {5, 2}), q, k);
    assertThat(ints(out.sizes())).containsExactly(5, 3);
    assertClose(rows(out.output(), 0, 5), attend.apply(rows(q, 0, 5), rows(k, 0, 2)));
  }

  @Test
  void two_lengths_are_not_one() {
    var x = Numpy.ones(4);
    var sum = ragged((a, b) -> a.add(b)).axes(LengthAxes.of(0, 0), LengthAxes.of(0, 1));
    assertThatThrownBy(() -> sum.apply(Numpy.array(new int[] {2, 2}), x, x))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "ragged needs a function of arguments of any length, but with [f32[11], f32[15]] in place of [f32[4], f32[4]] it failed: ");
  }

  @Test
  void a_length_outside_of_its_axis_is_refused() {
    var means = vmap(ragged(x -> x.mean()));
    var batch = Numpy.ones(3, 4);
    assertThatThrownBy(() -> means.apply(Numpy.array(new int[] {1, 5, 2}), batch))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "ragged needs lengths between 0 and the padded size 4, but length 1 is 5.");
    assertThatThrownBy(() -> means.apply(Numpy.array(new int[] {1, -1, 2}), batch))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "ragged needs lengths between 0 and the padded size 4, but length 1 is -1.");
  }

  @Test
  void a_length_outside_of_its_axis_is_clamped_in_a_compiled_program() {
    var sums = jit(vmap(ragged(x -> x.sum())));
    assertClose(
        sums.apply(Numpy.array(new int[] {-3, 9}), Numpy.ones(2, 4)), Numpy.array(0.0, 4.0));
  }

  @Test
  void an_example_without_elements_has_empty_reductions() {
    var n = Numpy.array(0);
    var x = Numpy.array(Double.NaN, 1);
    assertClose(ragged(v -> v.sum()).apply(n, x), NdArray.scalar(DType.F64, 0));
    assertClose(ragged(v -> v.prod()).apply(n, x), NdArray.scalar(DType.F64, 1));
    assertClose(ragged(v -> v.mean()).apply(n, x), NdArray.scalar(DType.F64, Double.NaN));
  }

  @Test
  void a_number_that_is_no_size_is_refused() {
    var scaled = ragged(x -> x.div(Math.sqrt(x.dim(0))));
    assertThatThrownBy(() -> scaled.apply(Numpy.array(2), Numpy.ones(4)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "ragged needs numbers that are sizes, or sizes plus an integer, but at ");
  }

  @Test
  void a_loop_in_java_over_a_ragged_axis_is_refused() {
    var loop =
        ragged(x -> {
          var sum = x.sum();
          for (int i = 0; i < x.dim(0); i++) {
            sum = sum.sin();
          }
          return sum;
        });
    assertThatThrownBy(() -> loop.apply(Numpy.array(2), Numpy.ones(4)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "ragged needs the same operations for arguments of all lengths, but from sin at ");
  }

  @Test
  void an_operation_without_meaning_is_refused_by_name_and_place() {
    var first = ragged(x -> rows(x, 0, 2));
    assertThatThrownBy(() -> first.apply(Numpy.array(3), Numpy.ones(4)))
        .isInstanceOf(MissingRuleException.class)
        .hasMessageStartingWith(
            "ragged needs operations with a meaning for each length, but slice at ")
        .hasMessageContaining(
            "has none: it takes 2 elements of axis 0, and an example may have fewer. Its operands are [f32[4] with ragged axes [0]].");
  }

  @Test
  void custom_derivatives_see_elements_only() {
    var scaled =
        customJvp(
            (Array x) -> x.mul(x).sum(),
            (Array x, Array t) -> new Jvp<>(x.mul(x).sum(), x.mul(t).mul(3).sum()));
    assertCustom(scaled);
    var backward =
        customVjp(
            (Array x) -> x.mul(x).sum(),
            (Array x) -> new WithResiduals<>(x.mul(x).sum(), x),
            (Array x, Array ct) -> x.mul(ct).mul(x.dim(0)));
    assertCustom(backward);
  }

  private static void assertCustom(Fn<Array, Array> function) {
    var x = Numpy.array(1, 2, 3, Double.NaN);
    var n = Numpy.array(3);
    var slopes = jit(grad((Array y) -> ragged(function).apply(n, y))).apply(x);
    assertClose(rows(slopes, 0, 3), grad(function).apply(rows(x, 0, 3)));
    assertClose(rows(slopes, 3, 4), Numpy.array(new double[] {0}));
  }

  /** A loss without symmetry, finite for each result. */
  private static Array loss(Array result) {
    return result.astype(DType.F64).mul(0.3).sin().sum();
  }

  private static Array weights() {
    return Numpy.array(new double[][] {{0.5, -0.25, 0.75}, {-0.5, 1, 0.3}, {0.2, 0.6, -0.4}})
        .astype(DType.F64);
  }

  private static Array batch(Random random, int[] lengths, double padding) {
    double[] values = new double[lengths.length * MOST * WIDTH];
    for (int i = 0; i < values.length; i++) {
      int row = i / WIDTH % MOST;
      values[i] = row < lengths[i / (MOST * WIDTH)] ? random.nextDouble(0.2, 1.5) : padding;
    }
    return NdArray.of(
        new ShapedArray(Shape.of(lengths.length, MOST, WIDTH), DType.F64), Buffer.wrap(values));
  }

  private static Array example(Array batch, int i, int length) {
    return rows(Lax.indexInDim(batch, i, 0, false), 0, length);
  }

  private static void assertClose(Array actual, Array expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    double[] a = values(actual);
    double[] b = values(expected);
    for (int i = 0; i < a.length; i++) {
      if (!(Double.isNaN(a[i]) && Double.isNaN(b[i]))) {
        assertThat(a[i]).isCloseTo(b[i], Offset.offset(1e-9 * (1 + Math.abs(b[i]))));
      }
    }
  }

  private static int[] ints(Array x) {
    return Arrays.stream(values(x)).mapToInt(value -> (int) value).toArray();
  }

  private static double[] values(Array x) {
    var array = x.astype(DType.F64).concrete("a test");
    return IntStream.range(0, array.size()).mapToDouble(array::getDouble).toArray();
  }
}
