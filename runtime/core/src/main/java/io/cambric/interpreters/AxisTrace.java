package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import java.util.List;
import java.util.function.Supplier;

/**
 * The trace of a program inside {@code pmap}: binds the name of the axis for collectives, and
 * passes every operation on to its parent.
 */
public final class AxisTrace extends Trace {

  private final Trace parent;
  private final MappedAxis axis;

  private AxisTrace(Trace parent, MappedAxis axis) {
    super(parent);
    this.parent = parent;
    this.axis = axis;
  }

  /** {@return the result of a body that may use the axis by its name} */
  public static <R> R with(MappedAxis axis, Supplier<R> body) {
    var trace = new AxisTrace(Trace.current(), axis);
    try {
      return trace.run(body);
    } finally {
      trace.finish();
    }
  }

  @Override
  public String name() {
    return "pmap";
  }

  @Override
  public List<MappedAxis> namedAxes() {
    return axis.within(super.namedAxes());
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    return parent.run(() -> parent.process(primitive, operands));
  }
}
