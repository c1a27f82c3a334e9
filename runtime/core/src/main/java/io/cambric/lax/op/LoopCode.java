package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.List;

/** A builder of loop bodies, with instructions in the order in which they are added. */
public final class LoopCode {

  private final List<DType> inputs;
  private final List<Instr> code = new ArrayList<>();

  /** Starts a body with these inputs, numbered from 0 on. */
  public LoopCode(List<DType> inputs) {
    this.inputs = inputs;
  }

  /** {@return the number of the value of a new instruction} */
  public int add(ScalarOp op, DType dtype, Integer... args) {
    return add(Instr.of(op, dtype, args));
  }

  /** {@return the number of a literal} */
  public int literal(DType dtype, double value) {
    return add(Instr.constant(dtype, value));
  }

  private int add(Instr instr) {
    code.add(instr);
    return inputs.size() + code.size() - 1;
  }

  /** {@return the body with one of the values as its result} */
  public LoopBody storing(int result) {
    return new LoopBody(inputs, code, List.of(result));
  }

  @Override
  public String toString() {
    return inputs + " " + code;
  }
}
