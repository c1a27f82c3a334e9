package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Batching, the trace of {@code vmap}: the batching rule of each operation runs it once on arrays
 * with one more axis. Operations without a mapped operand are passed on to the parent, unless they
 * use the axis by its name.
 */
public final class BatchTrace extends Trace {

  private final Trace parent;
  private final MappedAxis axis;

  private BatchTrace(Trace parent, MappedAxis axis) {
    super(parent);
    this.parent = parent;
    this.axis = axis;
  }

  /**
   * {@return the results of a function mapped over an axis, with the batch axis of each}
   *
   * @param axes batch axis of each operand, {@link Batched#NOT_MAPPED} without one
   */
  public static Batched batch(
      MappedAxis axis,
      Function<List<Array>, List<Array>> function,
      List<Array> operands,
      List<Integer> axes) {
    var trace = new BatchTrace(Trace.current(), axis);
    var inputs = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      inputs.add(trace.tracer(operands.get(i), axes.get(i)));
    }
    try {
      var results = trace.run(() -> function.apply(inputs));
      var values = new ArrayList<Array>(results.size());
      var resultAxes = new ArrayList<Integer>(results.size());
      for (var result : results) {
        values.add(trace.valueOf(requireAlive(result)));
        resultAxes.add(trace.axisOf(result));
      }
      return new Batched(values, resultAxes);
    } finally {
      trace.finish();
    }
  }

  /** {@return whether an array differs between the lanes of the function that runs under vmap} */
  public static boolean differsBetweenLanes(Array array) {
    return Trace.current() instanceof BatchTrace trace && trace.axisOf(array) != Batched.NOT_MAPPED;
  }

  /** {@return the values of all lanes of all vmap traces that run; the array outside of them} */
  public static Array ofAllLanes(Array array) {
    return array instanceof BatchTracer tracer ? ofAllLanes(tracer.value) : array;
  }

  @Override
  public String name() {
    return "vmap";
  }

  @Override
  public List<MappedAxis> namedAxes() {
    return axis.within(super.namedAxes());
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var values = new ArrayList<Array>(operands.size());
    var axes = new ArrayList<Integer>(operands.size());
    boolean mapped = false;
    for (var operand : operands) {
      requireAlive(operand);
      int position = axisOf(operand);
      mapped |= position != Batched.NOT_MAPPED;
      values.add(valueOf(operand));
      axes.add(position);
    }
    if (!mapped && !usesAxis(primitive)) {
      return parent.run(() -> parent.process(primitive, values));
    }
    var out = parent.run(() -> primitive.batch(axis, values, axes));
    var results = new ArrayList<Array>(out.values().size());
    for (int i = 0; i < out.values().size(); i++) {
      results.add(tracer(out.values().get(i), out.axes().get(i)));
    }
    return results;
  }

  private boolean usesAxis(Primitive primitive) {
    return axis.name() != null && primitive.axisNames().contains(axis.name());
  }

  private Array tracer(Array value, int position) {
    return position == Batched.NOT_MAPPED ? value : new BatchTracer(value, position);
  }

  private Array valueOf(Array operand) {
    return operand instanceof BatchTracer tracer && tracer.trace() == this ? tracer.value : operand;
  }

  private int axisOf(Array operand) {
    return operand instanceof BatchTracer tracer && tracer.trace() == this
        ? tracer.position
        : Batched.NOT_MAPPED;
  }

  /** A tracer for one lane, with the aval of a lane and the values of all lanes. */
  private final class BatchTracer extends Tracer {

    private final Array value;
    private final int position;

    BatchTracer(Array value, int position) {
      super(
          BatchTrace.this,
          value.aval().withShape(value.shape().without(io.cambric.array.Axes.of(position))));
      this.value = value;
      this.position = position;
    }

    /**
     * {@return the values of all lanes, so that functions under vmap can be printed and debugged}
     */
    @Override
    public String toString() {
      return value instanceof NdArray array
          ? "Tracer<%s>(vmap, lanes along axis %d of %s)".formatted(aval(), position, array)
          : super.toString();
    }
  }
}
