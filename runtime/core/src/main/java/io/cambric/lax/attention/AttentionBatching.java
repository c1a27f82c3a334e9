package io.cambric.lax.attention;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.ShapeOps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The batching rule of attention and its derivatives. All operands and results have a batch axis
 * first, and lanes join it.
 */
final class AttentionBatching {

  private AttentionBatching() {}

  static Batched batch(
      Primitive operation,
      ScoreParams params,
      MappedAxis axis,
      List<Array> operands,
      List<Integer> axes) {
    int lanes = axis.size();
    int batch = Batching.laneTypes(operands, axes).getFirst().shape().dim(0);
    var merged = new ArrayList<Array>();
    for (int i = 0; i < operands.size(); i++) {
      var operand = operands.get(i);
      boolean repeated = isBroadcast(params, i);
      if (axes.get(i) == Batched.NOT_MAPPED && repeated && operand.dim(0) == 1) {
        merged.add(operand);
        continue;
      }
      var front = Batching.toFront(axis, operand, axes.get(i));
      if (repeated) {
        var full = front.shape().with(1, batch);
        front = ShapeOps.broadcastInDim(front, full, Axes.range(0, front.rank()));
      }
      var rest = front.shape().slice(2, front.rank());
      merged.add(ShapeOps.reshape(front, Shape.of(lanes * batch).concat(rest)));
    }
    var results =
        Trace.bind(operation, merged).stream()
            .map(x ->
                ShapeOps.reshape(x, Shape.of(lanes, batch).concat(x.shape().slice(1, x.rank()))))
            .toList();
    return new Batched(results, Collections.nCopies(results.size(), 0));
  }

  /**
   * {@return whether an operand may be broadcast: the bias, the mask, or the tangent of the bias}
   */
  private static boolean isBroadcast(ScoreParams params, int operand) {
    return (operand >= 3 && operand < params.operands()) || operand == params.operands() + 4;
  }
}
