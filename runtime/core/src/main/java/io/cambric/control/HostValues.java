package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.HeapRoom;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** Values on their way between a program and code of the user. */
final class HostValues {

  private HostValues() {}

  /**
   * {@return copies of operands: a program reuses its buffers, but the user may keep the values}
   */
  static List<NdArray> copies(Kernels kernels, List<ShapedArray> avals, List<Operand> operands) {
    var values = new ArrayList<NdArray>(avals.size());
    for (int i = 0; i < avals.size(); i++) {
      var copy = NdArray.of(avals.get(i), HeapRoom.allocate(avals.get(i)));
      copy(kernels, operands.get(i), copy);
      values.add(copy);
    }
    return values;
  }

  private static void copy(Kernels kernels, Operand operand, NdArray into) {
    copy(kernels, into.aval(), operand, into.operand());
  }

  private static void copy(Kernels kernels, ShapedArray aval, Operand from, Operand to) {
    kernels.loop(LoopBody.copy(aval.dtype()), aval.shape().toArray(), List.of(from), List.of(to));
  }

  /** Calls a function of the user and stores its results. */
  static void call(
      String name,
      Function<List<NdArray>, List<Array>> function,
      List<ShapedArray> avals,
      List<ShapedArray> expected,
      Kernels kernels,
      List<Operand> operands,
      List<Operand> results) {
    var returned = function.apply(copies(kernels, avals, operands));
    for (int i = 0; i < expected.size(); i++) {
      var value = fitting(name, i, expected.get(i), returned.get(i));
      copy(kernels, expected.get(i), value.operand(), results.get(i));
    }
  }

  private static NdArray fitting(String name, int i, ShapedArray expected, Array value) {
    boolean isNumber = value.aval().weak() && value.rank() == 0;
    var converted = isNumber ? Lax.convertElementType(value, expected.dtype()) : value;
    if (!converted.shape().equals(expected.shape()) || converted.dtype() != expected.dtype()) {
      throw new ShapeException(
          "The callback %s must return %s as result %d, as its result shapes declare, but returned %s. Fix the callback or its result shapes."
              .formatted(name, expected, i, value.aval()));
    }
    return converted.concrete("a callback");
  }

  /** {@return the operands, with the mapped axis of each moved to the front} */
  static List<Array> lanesFirst(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lanesFirst = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      boolean mapped = axes.get(i) != Batched.NOT_MAPPED;
      lanesFirst.add(
          mapped ? Batching.toFront(axis, operands.get(i), axes.get(i)) : operands.get(i));
    }
    return lanesFirst;
  }

  /** {@return the values of one lane} */
  static List<NdArray> lane(List<NdArray> values, List<Integer> axes, int lane) {
    var all = new ArrayList<NdArray>(values.size());
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      if (axes.get(i) == Batched.NOT_MAPPED) {
        all.add(value);
      } else {
        var aval = value.aval().withShape(value.shape().slice(1, value.rank()));
        all.add(NdArray.of(aval, value.buffer(), value.offset() + lane * aval.shape().size()));
      }
    }
    return all;
  }

  /** {@return avals with a leading axis of the lanes} */
  static List<ShapedArray> laneAvals(List<ShapedArray> avals, int size) {
    return avals.stream().map(aval -> aval.withShape(aval.shape().insert(0, size))).toList();
  }

  /** {@return results that all have the mapped axis in front} */
  static Batched frontBatched(List<Array> results) {
    return new Batched(results, Collections.nCopies(results.size(), 0));
  }

  /**
   * A function of one lane, called for each in order.
   *
   * @param axes batch axes of the operands
   * @param size the number of lanes
   * @param results avals of the results of one lane
   */
  record EachLane(
      String name,
      Function<List<NdArray>, List<Array>> function,
      List<Integer> axes,
      int size,
      List<ShapedArray> results)
      implements Function<List<NdArray>, List<Array>> {

    @Override
    public List<Array> apply(List<NdArray> values) {
      var lanes = new ArrayList<List<Array>>();
      for (int i = 0; i < results.size(); i++) {
        lanes.add(new ArrayList<>(size));
      }
      for (int lane = 0; lane < size; lane++) {
        var returned = function.apply(HostValues.lane(values, axes, lane));
        for (int i = 0; i < results.size(); i++) {
          var value = fitting(name, i, results.get(i), returned.get(i));
          lanes.get(i).add(Lax.reshape(value, value.shape().insert(0, 1)));
        }
      }
      return lanes.stream().map(parts -> Lax.concatenate(parts, 0)).toList();
    }
  }
}
