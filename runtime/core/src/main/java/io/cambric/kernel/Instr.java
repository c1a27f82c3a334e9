package io.cambric.kernel;

import io.cambric.array.DType;
import java.util.List;

/**
 * A scalar instruction of a {@link LoopBody}.
 *
 * @param op the operation
 * @param dtype dtype of the result
 * @param args numbers of the values that it reads, all smaller than its own number
 * @param immediate the literal of {@code CONST} (exact for integers up to 32 bits), the axis of
 *     {@code INDEX}, the exponent of {@code INTEGER_POW}; else 0
 */
public record Instr(ScalarOp op, DType dtype, List<Integer> args, double immediate) {

  /** Copies the arguments and checks their number. */
  public Instr {
    args = List.copyOf(args);
    if (args.size() != op.arity()) {
      throw new IllegalArgumentException(
          op + " takes " + op.arity() + " arguments, not " + args.size());
    }
  }

  /** {@return an instruction without an immediate} */
  public static Instr of(ScalarOp op, DType dtype, Integer... args) {
    return new Instr(op, dtype, List.of(args), 0);
  }

  /** {@return a literal} */
  public static Instr constant(DType dtype, double value) {
    return new Instr(ScalarOp.CONST, dtype, List.of(), value);
  }

  /** {@return the index along an iteration axis} */
  public static Instr index(DType dtype, int axis) {
    return new Instr(ScalarOp.INDEX, dtype, List.of(), axis);
  }
}
