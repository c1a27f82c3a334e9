package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.CollectiveRule;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.SingleResult;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation between the lanes of a named axis, linear in its single operand.
 *
 * <p>The single rule that computes values is {@link #overLanes}. It runs under a vmap of the axis,
 * and in the workers of a pmap.
 */
public interface Collective extends SingleResult {

  /** {@return the axis, which has a name} */
  MappedAxis axis();

  /**
   * The operation on all lanes at once.
   *
   * @param lanes the operand with the lanes along axis 0
   * @return the result, with the lanes along axis 0 or not mapped
   */
  Batched overLanes(Array lanes);

  /** {@return the result if all lanes have the same operand} */
  default Batched overOneLane(Array x) {
    return overLanes(Batching.toFront(axis(), x, Batched.NOT_MAPPED));
  }

  /** {@return the elements of other lanes that a lane needs} */
  Exchange exchange();

  /** {@return the lanes that take part with a given lane, including that lane, in order} */
  default Axes lanesWith(int lane) {
    return Axes.range(0, axis().size());
  }

  /** {@return the operation among the lanes that take part together} */
  default Collective within() {
    return this;
  }

  /** {@return this operation for an operand and a result with one more axis in front} */
  Collective behindOneAxis();

  /** {@return the operation that maps a tangent of the operand to a tangent of the result} */
  default Collective tangent() {
    return this;
  }

  /** {@return the operation that maps a cotangent of the result to a cotangent of the operand} */
  Collective transposed();

  @Override
  default Set<String> axisNames() {
    return Set.of(Objects.requireNonNull(axis().name()));
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(
        new CollectiveRule(this, operands, exchange() instanceof Exchange.Elements));
  }

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, primals.getFirst()),
        tangent == null ? null : Trace.bind(tangent(), tangent));
  }

  @Override
  default List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Collections.singletonList(
        cotangent == null ? null : Trace.bind(transposed(), cotangent));
  }

  /** Checks the operand of a lane first, since no other rule sees it. */
  @Override
  default Batched batch(MappedAxis mapped, List<Array> operands, List<Integer> axes) {
    var x = operands.getFirst();
    int position = axes.getFirst();
    if (!axisNames().contains(String.valueOf(mapped.name()))) {
      return position == Batched.NOT_MAPPED
          ? Batched.of(Trace.bind(this, x), Batched.NOT_MAPPED)
          : Batched.of(Trace.bind(behindOneAxis(), Batching.moveAxis(x, position, 0)), 0);
    }
    if (position == Batched.NOT_MAPPED) {
      type(List.of(x.aval()));
      return overOneLane(x);
    }
    type(List.of(x.aval().withShape(x.shape().without(Axes.of(position)))));
    return overLanes(Batching.moveAxis(x, position, 0));
  }
}
