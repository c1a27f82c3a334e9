package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The instructions of functions of floats, which generated loops inline. */
final class FunctionBodies {

  private static final Map<String, LoopBody> KNOWN = new ConcurrentHashMap<>();

  private FunctionBodies() {}

  /** {@return whether an operation on floats is a function} */
  static boolean has(ScalarOp op) {
    return switch (op) {
      case INTEGER_POW, POW, ATAN2, NEXTAFTER -> true;
      default -> VectorFunctions.of(op) != null;
    };
  }

  /**
   * {@return the instructions of a function; those of circular functions are for small arguments}
   */
  static LoopBody of(Instr instr) {
    return switch (instr.op()) {
      case INTEGER_POW -> power((int) instr.immediate());
      case SIN -> named("reducedSin");
      case COS -> named("reducedCos");
      case TAN -> named("reducedTan");
      case NEXTAFTER -> named(instr.dtype() == DType.BF16 ? "nextAfterInBfloat16" : "nextAfter");
      case ERF_INV -> named("erfInv");
      case ROUND_AWAY -> named("roundAway");
      case ROUND_EVEN -> named("roundEven");
      default -> named(instr.op().name().toLowerCase(Locale.ROOT));
    };
  }

  /** {@return the instructions of a function of {@code ScalarMath} or a class beside it} */
  static LoopBody named(String name) {
    return KNOWN.computeIfAbsent(name, FunctionReader::read);
  }

  /** {@return the number of vector operations of a function} */
  static int cost(Instr instr) {
    var body = of(instr);
    return (int)
        body.code().stream()
            .filter(part -> part.op() != ScalarOp.CONST && part.op() != ScalarOp.BITCAST)
            .count();
  }

  /** Repeated squaring, in the order of the plain loop. */
  private static LoopBody power(int exponent) {
    var code = new ArrayList<Instr>();
    code.add(Instr.constant(DType.F32, 1));
    int one = 1;
    int square = 0;
    int power = one;
    for (int rest = Math.abs(exponent); rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power = power == one ? square : add(code, ScalarOp.MUL, power, square);
      }
      if (rest >>> 1 != 0) {
        square = add(code, ScalarOp.MUL, square, square);
      }
    }
    int result = exponent < 0 ? add(code, ScalarOp.DIV, one, power) : power;
    return new LoopBody(List.of(DType.F32), code, List.of(result));
  }

  private static int add(List<Instr> code, ScalarOp op, int x, int y) {
    code.add(Instr.of(op, DType.F32, x, y));
    return code.size();
  }
}
