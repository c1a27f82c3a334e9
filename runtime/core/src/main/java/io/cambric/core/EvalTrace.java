package io.cambric.core;

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
  boolean runsPrograms() {
    return true;
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    return Eager.run(primitive, evaluated(primitive.name(), operands));
  }
}
