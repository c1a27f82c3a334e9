package io.cambric.lax.op;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.ragged;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.transform.LengthAxes;
import io.cambric.transform.Ragged;
import io.cambric.transform.result.OutputAndSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation of the law table on padded operands: the results and the derivatives are those of
 * the operands without padding, or the operation is refused.
 */
class RaggedLawsTest {

  /** Contents of the padding, none of which a result may show. */
  private static final double[] PADDINGS = {Double.NaN, Double.POSITIVE_INFINITY, 1e300, -7};

  /** Axes with one length: for each operand the ragged ones. */
  private record Choice(List<Axes> axes, int size) {}

  private static Stream<Arguments> laws() {
    return LawTable.all().stream()
        .filter(law -> !choices(law).isEmpty())
        .map(law -> Arguments.of(law.name(), law));
  }

  /** Each axis alone, and all axes of one size. */
  private static Set<Choice> choices(Law law) {
    var choices = new LinkedHashSet<Choice>();
    int count = law.args().size();
    for (int which = 0; which < count; which++) {
      var shape = law.args().get(which).shape();
      for (int axis = 0; axis < shape.rank(); axis++) {
        int size = shape.dim(axis);
        if (size < 2) {
          continue;
        }
        var alone = new ArrayList<Axes>();
        var all = new ArrayList<Axes>();
        for (int i = 0; i < count; i++) {
          alone.add(i == which ? Axes.of(axis) : Axes.of());
          var other = law.args().get(i).shape();
          int[] equal =
              IntStream.range(0, other.rank()).filter(each -> other.dim(each) == size).toArray();
          all.add(Axes.of(equal));
        }
        choices.add(new Choice(alone, size));
        choices.add(new Choice(all, size));
        // All operands along this axis, as the operands of elementwise operations.
        var along = new ArrayList<Axes>();
        for (int i = 0; i < count; i++) {
          var other = law.args().get(i).shape();
          along.add(other.rank() > axis && other.dim(axis) == size ? Axes.of(axis) : Axes.of());
        }
        choices.add(new Choice(along, size));
      }
    }
    return choices;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("laws")
  void results_and_gradients_are_those_without_padding(String name, Law law) {
    for (var choice : choices(law)) {
      for (int length = 1; length <= choice.size(); length++) {
        check(law, choice, length, length * 31L + name.hashCode());
      }
    }
  }

  /** {@return whether the operation has a meaning for the choice} */
  private static boolean check(Law law, Choice choice, int length, long seed) {
    var random = new Random(seed);
    var whole = new ArrayList<NdArray>();
    law.args().forEach(arg -> whole.add(arg.draw(random)));
    double padding = PADDINGS[random.nextInt(PADDINGS.length)];
    var padded = new ArrayList<Array>();
    var cut = new ArrayList<Array>();
    var axes = new ArrayList<@Nullable Object>();
    for (int i = 0; i < whole.size(); i++) {
      padded.add(padded(whole.get(i), choice.axes().get(i), length, padding));
      cut.add(cut(whole.get(i), choice.axes().get(i), length));
      axes.add(lengthAxes(choice.axes().get(i)));
    }
    var function = ragged((List<Array> inputs) -> Trace.bind(law.operation(), inputs)).axes(axes);
    var n = NdArray.scalar(DType.I32, length);
    var what = "%s with %s of length %d, seed %d".formatted(law.name(), choice, length, seed);
    OutputAndSizes<List<Array>> out;
    try {
      out = function.withSizes().apply(n, padded);
    } catch (MissingRuleException | ShapeException e) {
      assertThat(e).as(what).hasMessageContaining("ragged");
      return false;
    }
    List<Array> expected;
    try {
      expected = Trace.bind(law.operation(), cut);
    } catch (ShapeException e) {
      // The operation does not accept operands of this length.
      return true;
    }
    for (int i = 0; i < expected.size(); i++) {
      var result = out.output().get(i);
      double[] sizes = OperationLawsTest.values(out.sizes().get(i));
      int[] shape = Arrays.stream(sizes).mapToInt(size -> (int) size).toArray();
      assertThat(shape).as(what).isEqualTo(expected.get(i).shape().toArray());
      assertThat(result.aval().strong().dtype()).isEqualTo(expected.get(i).dtype());
      assertClose(values(trimmed(result, shape)), values(expected.get(i)), what);
      assertThat(sum(result))
          .as(what + ": zeros in the padding")
          .isEqualTo(
              sum(trimmed(result, shape)), Offset.offset(1e-9 * (1 + Math.abs(sum(result)))));
    }
    boolean hasElements = padded.stream().allMatch(x -> x.shape().size() > 0);
    if (length == choice.size() - 1 && hasElements) {
      assertBatch(law, what, function, padded, out.output(), n);
    }
    if (law.valuesOnly().isEmpty() && !breaksPromise(law)) {
      assertGradients(law, choice, length, what, function, padded, cut, random);
    }
    return true;
  }

  /** Shorter operands break the promise of a gather, whose derivative then drops the index. */
  private static boolean breaksPromise(Law law) {
    return law.operation() instanceof Gather gather
        && gather.mode() == GatherMode.PROMISE_IN_BOUNDS;
  }

  private static void assertBatch(
      Law law,
      String what,
      Ragged<List<Array>, List<Array>> function,
      List<Array> padded,
      List<Array> single,
      Array n) {
    if (law.operation().axisNames().isEmpty()) {
      var batch = padded.stream().map(x -> Lax.stack(List.of(x, x), 0)).toList();
      var lengths = Lax.stack(List.of(NdArray.scalar(DType.I32, 1), n), 0);
      var lanes = jit(vmap(function)).apply(lengths, batch);
      for (int i = 0; i < single.size(); i++) {
        var lane = Lax.indexInDim(lanes.get(i), 1, 0, false);
        assertClose(values(lane), values(single.get(i)), what + " in a compiled batch");
      }
    }
  }

  private static void assertGradients(
      Law law,
      Choice choice,
      int length,
      String what,
      Ragged<List<Array>, List<Array>> function,
      List<Array> padded,
      List<Array> cut,
      Random random) {
    var results = Trace.bind(law.operation(), cut);
    var weights = new ArrayList<double[]>();
    results.forEach(result -> weights.add(random.doubles(result.shape().size(), -1, 1).toArray()));
    var differentiated = new ArrayList<Integer>();
    for (int i = 0; i < cut.size(); i++) {
      if (law.args().get(i).isDifferentiated()) {
        differentiated.add(i);
      }
    }
    if (differentiated.isEmpty()) {
      return;
    }
    var n = NdArray.scalar(DType.I32, length);
    var actual =
        grad(
                (List<Array> inputs) -> {
                  var out = function.apply(n, merged(padded, inputs, differentiated));
                  return loss(out, results, weights);
                })
            .apply(chosen(padded, differentiated));
    var expected =
        grad((List<Array> inputs) ->
                loss(
                    Trace.bind(law.operation(), merged(cut, inputs, differentiated)),
                    results,
                    weights))
            .apply(chosen(cut, differentiated));
    for (int i = 0; i < differentiated.size(); i++) {
      int operand = differentiated.get(i);
      var ragged = choice.axes().get(operand);
      assertClose(
          values(cut(actual.get(i), ragged, length)),
          values(expected.get(i)),
          what + ": gradient of operand " + operand);
      double sum = sum(actual.get(i));
      if (Double.isFinite(sum(expected.get(i)))) {
        assertThat(sum)
            .as(what + ": gradient in the padding of operand " + operand)
            .isEqualTo(sum(expected.get(i)), Offset.offset(1e-8 * (1 + Math.abs(sum))));
      }
    }
  }

  private static List<Array> chosen(List<Array> all, List<Integer> which) {
    return which.stream().map(all::get).toList();
  }

  private static List<Array> merged(List<Array> all, List<Array> some, List<Integer> which) {
    var merged = new ArrayList<>(all);
    for (int i = 0; i < which.size(); i++) {
      merged.set(which.get(i), some.get(i));
    }
    return merged;
  }

  private static Array loss(List<Array> out, List<Array> results, List<double[]> weights) {
    Array loss = NdArray.scalar(DType.F64, 0);
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).dtype() != DType.F64) {
        continue;
      }
      Array weight = Arg.array(results.get(i).aval().strong(), weights.get(i));
      var trimmed = trimmed(out.get(i), results.get(i).shape().toArray());
      loss = loss.add(Lax.reduceSum(trimmed.mul(weight), Axes.range(0, weight.rank())));
    }
    return loss;
  }

  private static @Nullable Object lengthAxes(Axes axes) {
    if (axes.size() == 0) {
      return null;
    }
    var all = LengthAxes.of(axes.get(0), 0);
    for (int i = 1; i < axes.size(); i++) {
      all = all.and(axes.get(i), 0);
    }
    return all;
  }

  private static NdArray padded(NdArray x, Axes axes, int length, double padding) {
    double[] values = OperationLawsTest.values(x);
    for (int i = 0; i < values.length; i++) {
      int rest = i;
      boolean inside = true;
      for (int axis = x.rank() - 1; axis >= 0; axis--) {
        int place = rest % x.dim(axis);
        rest /= x.dim(axis);
        inside &= !axes.contains(axis) || place < length;
      }
      values[i] = inside ? values[i] : x.dtype().isFloating() ? padding : 1_000_000;
    }
    return Arg.array(x.aval(), values);
  }

  private static Array cut(Array x, Axes axes, int length) {
    for (int i = 0; i < axes.size(); i++) {
      x = Lax.sliceInDim(x, 0, length, 1, axes.get(i));
    }
    return x;
  }

  private static Array trimmed(Array x, int[] shape) {
    return Lax.slice(x, Axes.filled(x.rank(), 0), Axes.of(shape));
  }

  private static double[] values(Array x) {
    return OperationLawsTest.values(x);
  }

  private static double sum(Array x) {
    return Arrays.stream(values(x)).sum();
  }

  private static void assertClose(double[] actual, double[] expected, String what) {
    OperationLawsTest.assertClose(actual, expected, 1e-9, what);
  }

  @Test
  void operations_without_a_meaning_for_their_rows_are_these() {
    var refused = new TreeSet<String>();
    var kept = new TreeSet<String>();
    for (var law : LawTable.all()) {
      for (var choice : choices(law)) {
        boolean has = check(law, choice, choice.size(), 7);
        (has ? kept : refused).add(law.operation().name());
      }
    }
    refused.removeAll(kept);
    // Parameters of the rows of the first four are sizes; functions of them are in RaggedTest.
    assertThat(refused)
        .containsExactlyInAnyOrder(
            "broadcast_in_dim",
            "dynamic_slice",
            "reshape",
            "slice",
            "cholesky",
            "dot_product_attention_gradient",
            "dot_product_attention_tangent",
            "eigh",
            "geqrf",
            "linear_solve",
            "lu",
            "lu_pivots_to_permutation",
            "qr",
            "ragged_dot_general",
            "random_binomial",
            "random_gamma",
            "random_poisson",
            "select_and_gather_add",
            "select_and_scatter_add",
            "svd",
            "top_k",
            "triangular_solve",
            "dynamic_update_slice");
  }
}
