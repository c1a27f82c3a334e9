package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleCircularMath;
import io.cambric.kernel.scalar.DoubleErrorFunctions;
import io.cambric.kernel.scalar.DoubleMath;
import io.cambric.kernel.scalar.DoublePowers;
import io.cambric.kernel.scalar.ScalarMath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The instructions of functions of floats and of doubles, which generated loops inline. */
final class FunctionBodies {

  private record Name(Class<?> owner, String method) {}

  private static final Map<Name, LoopBody> KNOWN = new ConcurrentHashMap<>();

  private FunctionBodies() {}

  /** {@return whether an operation on numbers of a floating dtype is a function} */
  static boolean has(ScalarOp op, DType dtype) {
    return switch (op) {
      case INTEGER_POW, POW -> true;
      default -> VectorFunctions.of(op, dtype) != null;
    };
  }

  /** {@return the class with the function of an instruction} */
  static Class<?> owner(Instr instr) {
    if (instr.dtype() != DType.F64) {
      return ScalarMath.class;
    }
    return switch (instr.op()) {
      case POW -> DoublePowers.class;
      case SIN, COS, TAN, ASIN, ACOS, ATAN -> DoubleCircularMath.class;
      case ERF, ERFC, ERF_INV -> DoubleErrorFunctions.class;
      default -> DoubleMath.class;
    };
  }

  /** {@return the instructions of a function; circular ones are for small arguments} */
  static LoopBody of(Instr instr) {
    var name =
        switch (instr.op()) {
          case SIN -> "reducedSin";
          case COS -> "reducedCos";
          case TAN -> "reducedTan";
          case ERF_INV -> "erfInv";
          case ROUND_AWAY -> "roundAway";
          case ROUND_EVEN -> "roundEven";
          default -> instr.op().name().toLowerCase(Locale.ROOT);
        };
    return instr.op() == ScalarOp.INTEGER_POW
        ? power((int) instr.immediate(), instr.dtype())
        : named(owner(instr), name);
  }

  /** {@return the instructions of a method} */
  static LoopBody named(Class<?> owner, String method) {
    return KNOWN.computeIfAbsent(
        new Name(owner, method), name -> FunctionReader.read(name.owner, name.method));
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
  private static LoopBody power(int exponent, DType dtype) {
    var lanes = dtype == DType.F64 ? dtype : DType.F32;
    var code = new ArrayList<Instr>();
    code.add(Instr.constant(lanes, 1));
    int one = 1;
    int square = 0;
    int power = one;
    for (int rest = Math.abs(exponent); rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power = power == one ? square : add(code, ScalarOp.MUL, lanes, power, square);
      }
      if (rest >>> 1 != 0) {
        square = add(code, ScalarOp.MUL, lanes, square, square);
      }
    }
    int result = exponent < 0 ? add(code, ScalarOp.DIV, lanes, one, power) : power;
    return new LoopBody(List.of(lanes), code, List.of(result));
  }

  private static int add(List<Instr> code, ScalarOp op, DType dtype, int x, int y) {
    code.add(Instr.of(op, dtype, x, y));
    return code.size();
  }
}
