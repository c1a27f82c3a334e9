package io.cambric.recompute;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import java.util.OptionalInt;

/**
 * Cost model of rematerialization: the cost to recompute a value and the cost to store it.
 *
 * <p>The unit is one vector operation of a generated loop. A stored byte is charged its memory
 * traffic, on the assumption that the arrays of a step exceed the caches. It is charged as much
 * again for the memory that it occupies until it is read.
 */
public final class RecomputeCosts {

  /** The cost of a byte that is written only for later readers. */
  public static final long WRITE = 2;

  /** The cost of a byte whose live range later readers extend. */
  public static final long KEEP = 6;

  /** The cost of a byte for each reader. */
  public static final long READ = 2;

  /** A cost above the cost of any program. */
  public static final long INFINITE = 1L << 60;

  private static final int NONE = Integer.MAX_VALUE;

  private RecomputeCosts() {}

  /**
   * {@return the vector operations of a body at each point; empty if the body must not be
   * recomputed}
   */
  public static OptionalInt operations(LoopBody body) {
    int sum = 0;
    for (var instr : body.code()) {
      var argument = instr.args().isEmpty() ? instr.dtype() : body.dtype(instr.args().getLast());
      int cost = operations(instr);
      int factor = Math.max(factor(argument), factor(instr.dtype()));
      if (cost < 0 || factor == NONE) {
        return OptionalInt.empty();
      }
      sum += cost * factor;
    }
    return OptionalInt.of(sum);
  }

  /**
   * {@return the cost of a dtype relative to f32, or {@link #NONE} if its operations must not be
   * recomputed}
   */
  private static int factor(DType dtype) {
    return switch (dtype) {
      case F32, I32, U32, BOOL -> 1;
      // Wide dtypes have no generated loops: each operation reads and writes a block.
      case F64, I64, U64 -> 6;
      case BF16, F16, I8, U8, I16, U16 -> NONE;
    };
  }

  private static int operations(Instr instr) {
    return switch (instr.op()) {
      case CONST -> 0;
      case NEG, ABS, SQUARE, ADD, SUB, MUL, MAX, MIN, FMA, CONVERT, BITCAST -> 1;
      case EQ, NE, LT, LE, GT, GE, AND, OR, XOR, NOT -> 1;
      case SELECT, CLAMP, IS_FINITE -> 2;
      case SHIFT_LEFT, SHIFT_RIGHT_LOGICAL -> 3;
      case DIV, SQRT, INTEGER_POW -> 4;
      case RSQRT -> 8;
      case EXP, EXP2, LOG -> floating(instr, 20);
      case EXPM1, LOG1P, LOGISTIC -> floating(instr, 25);
      case TANH -> floating(instr, 30);
      case ERF -> floating(instr, 40);
      // An index keeps a loop out of a reduction; the other operations are scalar code.
      default -> -1;
    };
  }

  private static int floating(Instr instr, int cost) {
    return instr.dtype() == DType.F32 ? cost : -1;
  }
}
