package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.scalar.ExactFunctions;
import io.cambric.kernel.scalar.ScalarFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The instructions of functions of numbers, which generated loops inline. */
final class FunctionBodies {

  private record Name(Class<?> owner, String method) {}

  private static final Map<Name, LoopBody> KNOWN = new ConcurrentHashMap<>();

  private FunctionBodies() {}

  /** {@return whether an operation on numbers of a dtype is a function} */
  static boolean has(ScalarOp op, DType dtype) {
    if (!dtype.isFloating()) {
      return switch (op) {
        case DIV, REM, SIGN, INTEGER_POW -> true;
        default -> false;
      };
    }
    return switch (op) {
      case INTEGER_POW, POW, DIGAMMA_DIFFERENCE -> true;
      case REM, ATAN2, NEXTAFTER -> dtype != DType.F64;
      default -> VectorFunctions.of(op, dtype) != null;
    };
  }

  /** {@return the class with the function of an instruction} */
  static Class<?> owner(Instr instr) {
    return !instr.dtype().isFloating() || instr.op() == ScalarOp.REM
        ? ExactFunctions.class
        : ScalarFunctions.owner(instr.op(), instr.dtype());
  }

  /**
   * {@return the instructions of a function} The instructions of circular functions hold for small
   * arguments only.
   */
  static LoopBody of(Instr instr) {
    return instr.op() == ScalarOp.INTEGER_POW
        ? power((int) instr.immediate(), instr.dtype())
        : named(owner(instr), name(instr));
  }

  private static String name(Instr instr) {
    boolean unsigned = instr.dtype() == DType.U32;
    boolean floating = instr.dtype().isFloating();
    return switch (instr.op()) {
      case SIN -> "reducedSin";
      case COS -> "reducedCos";
      case TAN -> "reducedTan";
      case REM -> floating ? "reducedRemainder" : unsigned ? "remainderOfUnsigned" : "remainder";
      case DIV -> unsigned ? "divideUnsigned" : "divide";
      case SIGN -> floating ? "sign" : unsigned ? "signOfUnsigned" : "signOfInt";
      case NEXTAFTER -> instr.dtype() == DType.BF16 ? "nextAfterInBfloat16" : "nextAfter";
      default -> ScalarFunctions.name(instr.op());
    };
  }

  /** {@return the function that converts numbers, or null if vectors have an operator for it} */
  static @Nullable LoopBody conversion(DType from, DType to) {
    var lanes = Lane.of(to);
    String name =
        switch (from) {
          case F32, BF16 ->
              switch (to) {
                case U32 -> "unsignedOfFloat";
                case BOOL -> from == DType.F32 ? "isNormalOrNaN" : "isNonzero";
                default -> null;
              };
          case U32 ->
              lanes == Lane.FLOAT ? "floatOfUnsigned" : to == DType.BOOL ? "isNonzeroInt" : null;
          case I32 -> to == DType.BOOL ? "isNonzeroInt" : null;
          default -> null;
        };
    return name == null ? null : named(ExactFunctions.class, name);
  }

  /** {@return the instructions of a method} */
  static LoopBody named(Class<?> owner, String method) {
    return KNOWN.computeIfAbsent(
        new Name(owner, method), name -> FunctionReader.read(name.owner, name.method));
  }

  /** {@return the number of vector operations of a function} */
  static int cost(Instr instr) {
    return cost(of(instr));
  }

  /** {@return the number of vector operations of the instructions} */
  static int cost(LoopBody body) {
    return (int)
        body.code().stream()
            .filter(part -> part.op() != ScalarOp.CONST && part.op() != ScalarOp.BITCAST)
            .count();
  }

  /** Repeated squaring, in the order of the plain loop. */
  private static LoopBody power(int exponent, DType dtype) {
    var lanes =
        switch (dtype) {
          case F64 -> dtype;
          case I32, U32 -> DType.I32;
          default -> DType.F32;
        };
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
