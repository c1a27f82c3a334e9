package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;

/**
 * The cost model of generated loops: vector operations of an instruction, or 0 for one without
 * vector code.
 */
final class VectorCosts {

  /** Operations that round a vector to values of bf16. */
  private static final int ROUNDING = 8;

  /** Operations that convert doubles from or to floats and flush subnormals. */
  private static final int FLUSHING = 5;

  private VectorCosts() {}

  /** {@return whether vectors can hold values of a dtype} */
  static boolean holds(DType dtype) {
    return switch (dtype) {
      case F32, F64, BF16, I32, U32, BOOL -> true;
      case F16, I64, U64, I8, U8, I16, U16 -> false;
    };
  }

  /** {@return whether an instruction reads or computes doubles} */
  static boolean isOfDoubles(LoopBody body, int value) {
    return body.dtype(value) == DType.F64
        || body.instr(value).args().stream().anyMatch(arg -> body.dtype(arg) == DType.F64);
  }

  /** {@return whether the result of an instruction is rounded to bf16, in lanes of floats} */
  static boolean rounds(Instr instr) {
    return instr.dtype() == DType.BF16
        && switch (instr.op()) {
          case CONST, ROW_SPREAD, SELECT, ROW_MAX, ROW_MIN, MAX, MIN, CLAMP -> false;
          // With bf16 arguments, these results need no rounding.
          case NEG, ABS, SIGN, FLOOR, CEIL, ROUND_AWAY, ROUND_EVEN -> false;
          default -> true;
        };
  }

  /**
   * {@return the number of vector operations of an instruction, or 0 if it has no vector code}
   *
   * @param argument dtype of its first argument, or of the second argument of a selection
   */
  static int cost(Instr instr, DType argument) {
    if (!holds(instr.dtype()) || !holds(argument)) {
      return 0;
    }
    int cost = unrounded(instr, argument);
    return cost > 0 && rounds(instr) ? cost + ROUNDING : cost;
  }

  private static int unrounded(Instr instr, DType argument) {
    var op = instr.op();
    return switch (argument) {
      case F32, F64, BF16 -> floatCost(instr, argument);
      case BOOL ->
          switch (op) {
            case AND, OR, XOR, NOT -> 1;
            case SELECT, CONVERT -> 2;
            default -> 0;
          };
      case I32, U32 -> intCost(instr, argument);
      default -> 0;
    };
  }

  private static int floatCost(Instr instr, DType argument) {
    return switch (instr.op()) {
      case NEG, ABS, SQRT, SQUARE, ADD, SUB, MUL, DIV, MAX, MIN, FMA, EQ, NE, LT, LE, GT, GE -> 1;
      case CLAMP, IS_FINITE, SELECT -> 2;
      case CONVERT -> conversion(argument, instr.dtype());
      case BITCAST -> instr.dtype().bytes() == argument.bytes() ? 1 : 0;
      default -> FunctionBodies.has(instr.op(), argument) ? FunctionBodies.cost(instr) : 0;
    };
  }

  private static int conversion(DType from, DType to) {
    var function = FunctionBodies.conversion(from, to);
    if (function != null) {
      return FunctionBodies.cost(function);
    }
    return switch (to) {
      case F32, BF16 -> from == DType.F64 ? FLUSHING : from == to ? 0 : 1;
      case F64 ->
          switch (from) {
            case F32, BF16 -> FLUSHING;
            case I32 -> 1;
            default -> 0;
          };
      case I32 -> 1;
      case U32 -> from == DType.F64 ? 0 : 1;
      default -> 0;
    };
  }

  private static int intCost(Instr instr, DType argument) {
    return switch (instr.op()) {
      case ADD, SUB, MUL, SQUARE, AND, OR, XOR, NEG, ABS, NOT -> 1;
      case MAX, MIN, EQ, NE, LT, LE, GT, GE, POPULATION_COUNT, CLZ -> 1;
      case SELECT, CLAMP, FMA, SHIFT_RIGHT_ARITHMETIC -> 2;
      case SHIFT_LEFT, SHIFT_RIGHT_LOGICAL -> 3;
      case BITCAST -> instr.dtype().bytes() == Integer.BYTES ? 1 : 0;
      case CONVERT -> conversion(argument, instr.dtype());
      case INTEGER_POW -> instr.immediate() >= 0 ? FunctionBodies.cost(instr) : 0;
      default -> FunctionBodies.has(instr.op(), argument) ? FunctionBodies.cost(instr) : 0;
    };
  }
}
