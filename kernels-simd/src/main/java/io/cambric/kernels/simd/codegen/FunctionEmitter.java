package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.FLOATS;
import static io.cambric.kernels.simd.codegen.VectorCode.SPECIES;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.math.VectorMath;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Locale;

/** Emits the functions of {@link VectorMath} into generated loops. */
final class FunctionEmitter {

  private static final ClassDesc ARRAY = CD_float.arrayType();
  private static final ClassDesc MATH = ClassDesc.of(VectorMath.class.getName());

  /** Types of functions of one vector and of two. */
  private static final MethodTypeDesc ONE = MethodTypeDesc.of(FLOATS, FLOATS);

  private static final MethodTypeDesc TWO = MethodTypeDesc.of(FLOATS, FLOATS, FLOATS);

  private static final MethodTypeDesc TEST = MethodTypeDesc.of(CD_boolean, FLOATS);

  private FunctionEmitter() {}

  private static String name(ScalarOp op) {
    return switch (op) {
      case ERF_INV -> "erfInv";
      case ROUND_AWAY -> "roundAway";
      case ROUND_EVEN -> "roundEven";
      default -> op.name().toLowerCase(Locale.ROOT);
    };
  }

  /** {@return the number of vector operations of a function, 0 if it has no vector code} */
  static int cost(ScalarOp op) {
    return switch (op) {
      case EXP, EXP2, EXPM1, LOG, LOG1P, RSQRT, SIGN, FLOOR, CEIL, ROUND_AWAY, ROUND_EVEN ->
          VectorInliner.cost(name(op), ONE);
      case SIN, COS -> VectorInliner.cost(name(op), ONE) + VectorInliner.cost("isReducible", TEST);
      case POW -> VectorInliner.cost("pow", TWO);
      case TANH, LOGISTIC, ERFC, ERF_INV -> costOfHalves(op);
      case ERF -> costOfHalves(op) + VectorInliner.cost("expOfNegative", ONE);
      default -> 0;
    };
  }

  private static int costOfHalves(ScalarOp op) {
    return VectorInliner.cost(name(op) + "Inner", ONE)
        + VectorInliner.cost(name(op) + "Outer", TWO);
  }

  /** Emits a function of vectors in locals, and leaves its value on the stack. */
  static void write(CodeBuilder code, ScalarOp op, int[] locals) {
    code.aload(locals[0]);
    switch (op) {
      case SIN, COS -> circular(code, op, locals[0]);
      case POW -> {
        code.aload(locals[1]);
        VectorInliner.inline(code, "pow", TWO);
      }
      case TANH, LOGISTIC, ERF, ERFC, ERF_INV -> {
        code.dup();
        VectorInliner.inline(code, name(op) + "Inner", ONE);
        if (op == ScalarOp.ERF) {
          VectorInliner.inline(code, "expOfNegative", ONE);
        }
        VectorInliner.inline(code, name(op) + "Outer", TWO);
      }
      default -> VectorInliner.inline(code, name(op), ONE);
    }
  }

  /**
   * Sine or cosine of the vector on the stack. If some elements are huge, each one is computed by
   * scalar code. The results pass through an array, so that the JIT boxes no vector where the two
   * branches meet.
   */
  private static void circular(CodeBuilder code, ScalarOp op, int x) {
    int result = code.allocateLocal(TypeKind.REFERENCE);
    VectorInliner.inline(code, name(op), ONE);
    code.astore(result).aload(x);
    VectorInliner.inline(code, "isReducible", TEST);
    var reducible = code.newLabel();
    code.ifne(reducible);
    int exact = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(x)
        .invokevirtual(FLOATS, "toArray", MethodTypeDesc.of(ARRAY))
        .invokestatic(MATH, name(op) + "OfEach", MethodTypeDesc.of(ARRAY, ARRAY))
        .astore(exact)
        .getstatic(ClassDesc.of(Species.class.getName()), "F32", SPECIES)
        .aload(exact)
        .loadConstant(0)
        .invokestatic(FLOATS, "fromArray", MethodTypeDesc.of(FLOATS, SPECIES, ARRAY, CD_int))
        .astore(result);
    code.labelBinding(reducible).aload(result);
  }

  /** Emits repeated squaring of a vector in a local, in the order of the plain loop. */
  static void power(CodeBuilder code, int exponent, int x) {
    int square = code.allocateLocal(TypeKind.REFERENCE);
    int power = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(x).astore(square);
    boolean started = false;
    for (int rest = Math.abs(exponent); rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        code.aload(started ? power : square);
        if (started) {
          code.aload(square);
          VectorCode.binary(code, "mul");
        }
        code.astore(power);
        started = true;
      }
      if (rest >>> 1 != 0) {
        code.aload(square).aload(square);
        VectorCode.binary(code, "mul");
        code.astore(square);
      }
    }
    if (!started) {
      VectorCode.broadcast(code, 1f);
      code.astore(power);
    }
    if (exponent < 0) {
      VectorCode.broadcast(code, 1f);
      code.aload(power);
      VectorCode.binary(code, "div");
    } else {
      code.aload(power);
    }
  }
}
