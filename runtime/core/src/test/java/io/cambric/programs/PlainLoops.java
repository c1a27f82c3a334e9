package io.cambric.programs;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reference semantics of scans, loops and maps: Java loops on concrete arrays. */
final class PlainLoops {

  private PlainLoops() {}

  /** {@return an integer or bool scalar as a Java number} */
  static int whole(Array x) {
    return (int) x.concrete("a loop").getLong(0);
  }

  /** {@return one row of an array, as it is along axis 0} */
  static NdArray row(Array x, int index) {
    return lane(x, 0, index);
  }

  /** {@return an array at one place of an axis} */
  static NdArray lane(Array x, int axis, int index) {
    return Lax.squeeze(Lax.sliceInDim(x, index, index + 1, 1, axis), Axes.of(axis))
        .concrete("a lane");
  }

  /** {@return the values after the iterations from {@code lower} to below {@code upper}} */
  static List<Array> iterations(Program body, int lower, int upper, List<Array> init) {
    var carry = strong(init);
    for (int i = lower; i < upper; i++) {
      carry = body.applyPlainly(Bodies.concat(List.of(NdArray.scalar(DType.I32, i)), carry));
    }
    return carry;
  }

  private static List<Array> strong(List<Array> arrays) {
    var all = new ArrayList<Array>();
    for (var x : arrays) {
      all.add(x.concrete("a loop").withAval(x.aval().strong()));
    }
    return all;
  }

  /** {@return the last carries and the stacked rows of a scan} */
  static List<Array> scan(
      Program body, int length, boolean reverse, int constants, int carries, List<Array> operands) {
    int fixed = constants + carries;
    var carry = strong(operands.subList(constants, fixed));
    var rows = new ArrayList<List<Array>>();
    for (int iteration = 0; iteration < length; iteration++) {
      int at = reverse ? length - 1 - iteration : iteration;
      var arguments = new ArrayList<>(operands.subList(0, constants));
      arguments.addAll(carry);
      operands.subList(fixed, operands.size()).forEach(x -> arguments.add(row(x, at)));
      var results = body.applyPlainly(arguments);
      carry = results.subList(0, carries);
      rows.add(reverse ? 0 : rows.size(), results.subList(carries, results.size()));
    }
    var all = new ArrayList<>(carry);
    all.addAll(rows.isEmpty() ? noRows(body, constants, carries, operands) : stacked(rows, 0));
    return all;
  }

  private static List<Array> noRows(
      Program body, int constants, int carries, List<Array> operands) {
    List<Array> arguments = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      var aval = operands.get(i).aval();
      boolean isRow = i >= constants + carries;
      var shape = isRow ? aval.shape().slice(1, aval.rank()) : aval.shape();
      arguments.add(Lax.zeros(aval.withShape(shape)));
    }
    var avals = Transforms.makeJaxpr(body::apply, arguments).outputAvals();
    var none = new ArrayList<Array>();
    for (ShapedArray aval : avals.subList(carries, avals.size())) {
      none.add(Lax.zeros(aval.withShape(aval.shape().insert(0, 0))));
    }
    return none;
  }

  /** {@return the results of a program for each lane, stacked along an axis} */
  static List<Array> lanes(
      Program body, int lanes, List<@Nullable Integer> axes, int out, List<Array> operands) {
    var results = new ArrayList<List<Array>>();
    for (int lane = 0; lane < lanes; lane++) {
      var arguments = new ArrayList<Array>();
      for (int i = 0; i < operands.size(); i++) {
        var axis = axes.get(i);
        arguments.add(axis == null ? operands.get(i) : lane(operands.get(i), axis, lane));
      }
      results.add(body.applyPlainly(arguments));
    }
    return stacked(results, out);
  }

  /** {@return the results of each lane, stacked along an axis} */
  static List<Array> stacked(List<List<Array>> results, int axis) {
    var all = new ArrayList<Array>();
    for (int k = 0; k < results.getFirst().size(); k++) {
      int result = k;
      int rank = results.getFirst().get(k).rank();
      all.add(
          stack(
              results.stream().map(each -> each.get(result)).toList(),
              axis < 0 ? rank + 1 + axis : axis));
    }
    return all;
  }

  /** {@return arrays along a new axis} */
  static NdArray stack(List<? extends Array> lanes, int axis) {
    var first = lanes.getFirst();
    int inner = first.shape().slice(axis, first.rank()).size();
    int outer = first.shape().slice(0, axis).size();
    var all = Buffer.allocate(first.dtype(), first.size() * lanes.size());
    for (int lane = 0; lane < lanes.size(); lane++) {
      var values = lanes.get(lane).concrete("a lane");
      for (int i = 0; i < outer; i++) {
        all.copyFrom(
            (i * lanes.size() + lane) * inner, values.buffer(), values.offset() + i * inner, inner);
      }
    }
    return NdArray.of(first.aval().withShape(first.shape().insert(axis, lanes.size())), all);
  }

  /** {@return the same elements in a buffer of their own} */
  static NdArray copy(Array x) {
    return NdArray.of(x.aval(), stack(List.of(x), 0).buffer());
  }
}
