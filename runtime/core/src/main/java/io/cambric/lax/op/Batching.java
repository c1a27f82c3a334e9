package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.List;

/** Moves batch axes, for batching rules. */
public final class Batching {

  private Batching() {}

  /** {@return {@code x} with one of its axes moved} */
  public static Array moveAxis(Array x, int from, int to) {
    if (from == to) {
      return x;
    }
    var order = new ArrayList<Integer>();
    for (int i = 0; i < x.rank(); i++) {
      if (i != from) {
        order.add(i);
      }
    }
    order.add(to, from);
    return ShapeOps.transpose(x, Axes.of(order.stream().mapToInt(Integer::intValue).toArray()));
  }

  /** {@return {@code x} with its batch axis first, repeated along a new axis if it has none} */
  public static Array toFront(MappedAxis axis, Array x, int batchAxis) {
    if (batchAxis != Batched.NOT_MAPPED) {
      return moveAxis(x, batchAxis, 0);
    }
    return ShapeOps.broadcastInDim(
        x, x.shape().insert(0, axis.size()), Axes.range(1, x.rank() + 1));
  }

  /** {@return results with their batch axes first, repeated along a new axis if they have none} */
  public static List<Array> allToFront(MappedAxis axis, Batched results) {
    var values = new ArrayList<Array>(results.values().size());
    for (int i = 0; i < results.values().size(); i++) {
      values.add(toFront(axis, results.values().get(i), results.axes().get(i)));
    }
    return values;
  }

  /** {@return {@code x} with its batch axis first, or unchanged if it has none} */
  public static Array mappedToFront(Array x, int batchAxis) {
    return batchAxis == Batched.NOT_MAPPED ? x : moveAxis(x, batchAxis, 0);
  }

  /** {@return the types of the operands of one lane} */
  public static List<ShapedArray> laneTypes(List<Array> operands, List<Integer> axes) {
    var types = new ArrayList<ShapedArray>();
    for (int i = 0; i < operands.size(); i++) {
      var aval = operands.get(i).aval();
      types.add(
          axes.get(i) == Batched.NOT_MAPPED
              ? aval
              : aval.withShape(aval.shape().without(Axes.of(axes.get(i)))));
    }
    return types;
  }

  /**
   * {@return the common batch axis of operands that need no alignment} Each operand has the same
   * rank and is mapped along this axis, or is an unmapped scalar.
   */
  static int commonAxis(List<Array> operands, List<Integer> axes) {
    int common = Batched.NOT_MAPPED;
    int rank = -1;
    for (int i = 0; i < operands.size(); i++) {
      int axis = axes.get(i);
      int operandRank = operands.get(i).rank();
      if (axis == Batched.NOT_MAPPED) {
        if (operandRank != 0) {
          return Batched.NOT_MAPPED;
        }
        continue;
      }
      if (rank >= 0 && (axis != common || operandRank != rank)) {
        return Batched.NOT_MAPPED;
      }
      common = axis;
      rank = operandRank;
    }
    return common;
  }

  /**
   * {@return the operands with batch axes in front and one shape; unmapped scalars stay unchanged}
   */
  static List<Array> alignElementwise(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var shape = Shape.scalar();
    for (int i = 0; i < operands.size(); i++) {
      var operand = operands.get(i);
      boolean mapped = axes.get(i) != Batched.NOT_MAPPED;
      var lane = mapped ? operand.shape().without(Axes.of(axes.get(i))) : operand.shape();
      if (lane.rank() > shape.rank()) {
        shape = lane;
      }
    }
    var full = shape.insert(0, axis.size());
    var aligned = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      var operand = operands.get(i);
      if (axes.get(i) == Batched.NOT_MAPPED) {
        aligned.add(
            operand.rank() == 0
                ? operand
                : ShapeOps.broadcastInDim(operand, full, Axes.range(1, full.rank())));
      } else {
        var front = moveAxis(operand, axes.get(i), 0);
        aligned.add(
            front.rank() == full.rank() ? front : ShapeOps.broadcastInDim(front, full, Axes.of(0)));
      }
    }
    return aligned;
  }

  /** {@return the cotangent summed to the shape of an operand that may have been a scalar} */
  static Array unbroadcast(Array cotangent, Shape operand) {
    return operand.rank() == cotangent.rank()
        ? cotangent
        : ReductionOps.reduceSum(cotangent, Axes.range(0, cotangent.rank()));
  }
}
