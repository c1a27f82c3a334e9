package io.cambric.transform;

import io.cambric.array.Axes;
import io.cambric.control.Forwarding;
import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of scan: it traces the body, checks the carry, and binds the loop. */
final class ScanCall {

  private ScanCall() {}

  @SuppressWarnings("unchecked")
  static <C, X extends @Nullable Object, Y extends @Nullable Object> Carry<C, Y> run(
      String name, Fn2<C, X, Carry<C, Y>> body, C init, X stacked, ScanOptions options) {
    var carry = ArrayTree.of(init);
    var rows = ArrayTree.of(stacked);
    int length = length(name, options, rows);
    if (DisabledJit.isOn() && length > 0) {
      return loop(body, init, rows, length, options.reverse());
    }
    var rowAvals = new ArrayList<ShapedArray>();
    for (var array : rows.arrays()) {
      rowAvals.add(array.aval().withShape(array.shape().slice(1, array.rank())));
    }
    var structure = ArrayTree.of(Arrays.asList(init, stacked)).structure();
    Fn<List<Object>, Carry<C, Y>> function =
        arguments -> body.apply((C) arguments.get(0), (X) arguments.get(1));
    var carries = carry.arrays();
    int count = carries.size();
    var traced = trace(name, function, structure, carries, rowAvals);
    var strengthened = LoopCarries.strengthened(carries, traced.traced().jaxpr().outputAvals());
    if (!ShapedArray.ofAll(strengthened).equals(ShapedArray.ofAll(carries))) {
      carries = strengthened;
      traced = trace(name, function, structure, carries, rowAvals);
    }
    Carry<C, Y> example =
        traced.result().build(placeholders(traced.traced().jaxpr().outputAvals()));
    var carryOut = ArrayTree.of(example.carry());
    var output = ArrayTree.of(example.output());
    LoopCarries.requireSame(
        name,
        carry.structure(),
        ShapedArray.ofAll(carries),
        carryOut.structure(),
        traced.traced().jaxpr().outputAvals().subList(0, carryOut.arrays().size()));
    var scan =
        new Scan(
            traced.traced().jaxpr(),
            length,
            options.reverse(),
            traced.traced().constants().size(),
            count,
            options.unroll());
    var operands = new ArrayList<Array>(traced.traced().constants());
    operands.addAll(carries);
    operands.addAll(rows.arrays());
    var results = Forwarding.scan(scan, operands);
    return new Carry<>(
        carry.structure().build(results.subList(0, count)),
        output.structure().build(results.subList(count, results.size())));
  }

  /** The loop in Java. */
  private static <C, X extends @Nullable Object, Y extends @Nullable Object> Carry<C, Y> loop(
      Fn2<C, X, Carry<C, Y>> body, C init, ArrayTree rows, int length, boolean reverse) {
    var carry = init;
    var outputs = new ArrayList<ArrayTree>();
    for (int round = 0; round < length; round++) {
      int at = reverse ? length - 1 - round : round;
      var row = new ArrayList<Array>();
      for (var array : rows.arrays()) {
        row.add(Lax.squeeze(Lax.sliceInDim(array, at, at + 1, 1, 0), Axes.of(0)));
      }
      var end = body.apply(carry, rows.structure().build(row));
      carry = end.carry();
      outputs.add(ArrayTree.of(end.output()));
    }
    var ordered = reverse ? outputs.reversed() : outputs;
    var stacked = new ArrayList<Array>();
    for (int i = 0; i < outputs.getFirst().arrays().size(); i++) {
      var parts = new ArrayList<Array>();
      for (var output : ordered) {
        parts.add(Lax.expandDims(output.arrays().get(i), Axes.of(0)));
      }
      stacked.add(Lax.concatenate(parts, 0));
    }
    return new Carry<>(carry, outputs.getFirst().structure().build(stacked));
  }

  private static TracedBody trace(
      String name,
      Fn<?, ?> function,
      ArrayTree.Structure structure,
      List<Array> carries,
      List<ShapedArray> rowAvals) {
    var avals = new ArrayList<>(ShapedArray.ofAll(carries));
    avals.addAll(rowAvals);
    return TracedBody.of(name, function, structure, avals);
  }

  /** Placeholder arrays for the structure of a result. */
  private static List<Array> placeholders(List<ShapedArray> avals) {
    var scalar = NdArray.weakScalar(0);
    return Collections.nCopies(avals.size(), scalar);
  }

  private static int length(String name, ScanOptions options, ArrayTree rows) {
    var length = options.length();
    var from = "length";
    for (int i = 0; i < rows.arrays().size(); i++) {
      var array = rows.arrays().get(i);
      var path = rows.structure().arrayPaths().get(i);
      if (array.rank() == 0) {
        throw new ShapeException(
            "%s needs arrays with a row for each iteration, but leaf \"%s\" is %s. Close over values that stay the same."
                .formatted(name, path, array.aval()));
      }
      if (length != null && length != array.dim(0)) {
        throw new ShapeException(
            "%s needs the same number of rows in every array, but %s has %d and leaf \"%s\", %s, has %d. Slice or pad one of them."
                .formatted(name, from, length, path, array.aval(), array.dim(0)));
      }
      length = array.dim(0);
      from = "leaf \"" + path + "\"";
    }
    if (length == null) {
      throw new ShapeException(
          "%s cannot infer the number of iterations, because it got no stacked arrays. Set withLength(n)."
              .formatted(name));
    }
    return length;
  }
}
