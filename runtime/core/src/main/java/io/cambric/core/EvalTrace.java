package io.cambric.core;

import io.cambric.errors.EscapedTracerException;
import java.util.ArrayList;
import java.util.List;

/** Evaluation, the trace without a parent: runs the lowering of each operation at once. */
final class EvalTrace extends Trace {

  static final EvalTrace INSTANCE = new EvalTrace();

  private EvalTrace() {
    super(null);
  }

  @Override
  public String name() {
    return "evaluation";
  }

  @Override
  boolean evaluates() {
    return true;
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var values = new ArrayList<NdArray>(operands.size());
    for (var operand : operands) {
      values.add(
          switch (requireAlive(operand)) {
            case NdArray value -> value;
            case Tracer tracer ->
                throw new EscapedTracerException(
                    "%s got a tracer %s of %s outside of that transformation. Transformed functions run on one thread; pass arrays, not tracers, to others."
                        .formatted(primitive.name(), tracer.aval(), tracer.trace().name()));
          });
    }
    return Eager.run(primitive, values);
  }
}
