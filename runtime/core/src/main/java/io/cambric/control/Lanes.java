package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program with a custom rule, mapped over an axis. A result that depends on no mapped operand has
 * no lanes; other results have their lanes along axis 0.
 *
 * @param axis the axis
 * @param axes batch axis of each operand
 * @param program the mapped program
 * @param mapped whether each result has lanes
 */
record Lanes(MappedAxis axis, List<Integer> axes, Jaxpr program, List<Boolean> mapped) {

  static Lanes of(Jaxpr jaxpr, MappedAxis axis, List<Integer> axes) {
    var natural = JaxprTransforms.batch(jaxpr, axis, axes);
    var mapped = OperandMask.where(natural.axes(), position -> position != Batched.NOT_MAPPED);
    return new Lanes(axis, axes, JaxprTransforms.batch(jaxpr, axis, axes, mapped).jaxpr(), mapped);
  }

  /** {@return the results of a call of the mapped program, and their batch axes} */
  Batched results(Primitive call, List<Array> operands) {
    var resultAxes = mapped.stream().map(each -> each ? 0 : Batched.NOT_MAPPED).toList();
    return new Batched(Trace.bind(call, operands), resultAxes);
  }

  /**
   * {@return values or tangents of the results, without lanes for results that have none}
   *
   * @param values values with lanes along axis 0; null for a symbolic zero
   */
  List<@Nullable Array> ofResults(List<? extends @Nullable Array> values) {
    var all = new ArrayList<@Nullable Array>(values.size());
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      all.add(value == null || mapped.get(i) ? value : first(value));
    }
    return all;
  }

  private static Array first(Array lanes) {
    return Lax.squeeze(Lax.sliceInDim(lanes, 0, 1, 1, 0), Axes.of(0));
  }

  /**
   * {@return cotangents with lanes along axis 0}
   *
   * <p>A result without lanes has its cotangent in the first lane and zeros in the others, because
   * the lanes are summed.
   *
   * @param cotangents cotangents of the results; null for a symbolic zero
   */
  List<@Nullable Array> cotangents(List<@Nullable Array> cotangents) {
    var all = new ArrayList<@Nullable Array>(cotangents.size());
    for (int i = 0; i < cotangents.size(); i++) {
      var cotangent = cotangents.get(i);
      all.add(cotangent == null || mapped.get(i) ? cotangent : inFirst(cotangent));
    }
    return all;
  }

  private Array inFirst(Array cotangent) {
    var zeros = Axes.filled(cotangent.rank() + 1, 0);
    var rest = Axes.of(axis.size() - 1).concat(Axes.filled(cotangent.rank(), 0));
    return Lax.pad(
        Lax.expandDims(cotangent, Axes.of(0)),
        NdArray.scalar(cotangent.dtype(), 0),
        zeros,
        rest,
        zeros);
  }
}
