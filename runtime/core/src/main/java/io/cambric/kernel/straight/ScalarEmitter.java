package io.cambric.kernel.straight;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.scalar.ScalarFunctions;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Emits instructions of a body on single values, which the JVM holds in local variables. The bits
 * are the same as in the plain loops over blocks.
 */
final class ScalarEmitter {

  private static final ClassDesc MATH = ClassDesc.of(Math.class.getName());

  private final CodeBuilder code;
  private final LoopBody body;

  /** Loads a value. */
  private final IntConsumer load;

  ScalarEmitter(CodeBuilder code, LoopBody body, IntConsumer load) {
    this.code = code;
    this.body = body;
    this.load = load;
  }

  /** {@return whether local variables and arrays can hold values of a dtype} */
  static boolean holds(DType dtype) {
    return switch (dtype) {
      case F32, F64, I32, U32, BOOL -> true;
      default -> false;
    };
  }

  /** {@return the JVM type of the values of a dtype} */
  static TypeKind kind(DType dtype) {
    return switch (Lane.of(dtype)) {
      case FLOAT -> TypeKind.FLOAT;
      case DOUBLE -> TypeKind.DOUBLE;
      case INT -> TypeKind.INT;
      case LONG -> TypeKind.LONG;
    };
  }

  /** {@return the JVM type of the elements of an array} */
  static TypeKind stored(DType dtype) {
    return dtype == DType.BOOL ? TypeKind.BYTE : kind(dtype);
  }

  /** {@return the descriptor of an array} */
  static ClassDesc array(DType dtype) {
    return stored(dtype).upperBound().arrayType();
  }

  /** {@return whether this class can emit an instruction} */
  static boolean supports(LoopBody body, Instr instr) {
    if (!holds(instr.dtype()) || !instr.args().stream().allMatch(arg -> holds(body.dtype(arg)))) {
      return false;
    }
    if (instr.args().isEmpty() || instr.op() == ScalarOp.SELECT) {
      return true;
    }
    var from = body.dtype(instr.args().getFirst());
    return switch (instr.op()) {
      case CONVERT -> converts(from, instr.dtype());
      case BITCAST -> from == instr.dtype() || areWords(from, instr.dtype());
      case ROW_SUM, ROW_MAX, ROW_MIN -> from == DType.F32;
      case ROW_SPREAD -> true;
      default -> from.isFloating() ? ofFloats(instr.op(), from) : ofInts(instr.op(), from);
    };
  }

  private static boolean areWords(DType x, DType y) {
    return x != DType.BOOL && x != DType.F64 && y != DType.BOOL && y != DType.F64;
  }

  private static boolean converts(DType from, DType to) {
    return switch (from) {
      case BOOL, I32 -> to != DType.U32;
      case F32 -> to == DType.F32 || to == DType.I32;
      case F64 -> to == DType.F64 || to == DType.I32;
      default -> from == to;
    };
  }

  private static boolean ofFloats(ScalarOp op, DType dtype) {
    return switch (op) {
      case NEG, ABS, SQRT, SQUARE, ADD, SUB, MUL, DIV, REM, MAX, MIN, FMA, CLAMP -> true;
      case IS_FINITE, INTEGER_POW, EQ, NE, LT, LE, GT, GE -> true;
      default -> ScalarFunctions.has(op, dtype);
    };
  }

  private static boolean ofInts(ScalarOp op, DType dtype) {
    return switch (op) {
      case AND, OR, XOR, NOT, EQ, NE -> true;
      case ADD, SUB, MUL, SQUARE, NEG -> dtype != DType.BOOL;
      case ABS, MAX, MIN, CLAMP, LT, LE, GT, GE -> dtype == DType.I32;
      default -> false;
    };
  }

  /**
   * Emits an instruction, which is neither an index nor a row reduction. Its value is left on the
   * stack.
   */
  void emit(Instr instr) {
    var args = instr.args();
    var op = instr.op();
    switch (op) {
      case CONST -> constant(instr.dtype(), instr.immediate());
      case SELECT -> select(args);
      case CONVERT -> convert(body.dtype(args.getFirst()), instr.dtype(), args.getFirst());
      case BITCAST -> bitcast(body.dtype(args.getFirst()), instr.dtype(), args.getFirst());
      case EQ, NE, LT, LE, GT, GE -> {
        args.forEach(load::accept);
        compare(op, body.dtype(args.getFirst()));
      }
      case IS_FINITE -> isFinite(body.dtype(args.getFirst()), args.getFirst());
      case INTEGER_POW -> power((int) instr.immediate(), instr.dtype(), args.getFirst());
      case CLAMP -> {
        load.accept(args.get(0));
        load.accept(args.get(1));
        math("max", instr.dtype(), 2);
        load.accept(args.get(2));
        math("min", instr.dtype(), 2);
      }
      case SQUARE -> {
        load.accept(args.getFirst());
        load.accept(args.getFirst());
        arithmetic(ScalarOp.MUL, instr.dtype());
      }
      default -> {
        args.forEach(load::accept);
        combine(op, instr.dtype());
      }
    }
  }

  /** Loads a literal. */
  void constant(DType dtype, double literal) {
    switch (Lane.of(dtype)) {
      case FLOAT -> code.loadConstant((float) literal);
      case DOUBLE -> code.loadConstant(literal);
      default -> {
        int value = (int) (long) literal;
        code.loadConstant(dtype == DType.BOOL && value != 0 ? 1 : value);
      }
    }
  }

  /** Combines the values on the stack, which have one dtype. */
  void combine(ScalarOp op, DType dtype) {
    switch (op) {
      case ADD, SUB, MUL, DIV, REM, NEG -> arithmetic(op, dtype);
      case AND -> code.iand();
      case OR -> code.ior();
      case XOR -> code.ixor();
      case NOT -> code.loadConstant(dtype == DType.BOOL ? 1 : -1).ixor();
      case ABS -> math("abs", dtype, 1);
      case MAX -> math("max", dtype, 2);
      case MIN -> math("min", dtype, 2);
      case FMA -> math("fma", dtype, 3);
      case SQRT -> {
        convert(kind(dtype), TypeKind.DOUBLE);
        code.invokestatic(MATH, "sqrt", MethodTypeDesc.of(CD_double, CD_double));
        convert(TypeKind.DOUBLE, kind(dtype));
      }
      default -> function(op, dtype);
    }
  }

  private void convert(TypeKind from, TypeKind to) {
    if (from != to) {
      code.conversion(from, to);
    }
  }

  private void arithmetic(ScalarOp op, DType dtype) {
    var kind = kind(dtype);
    switch (op) {
      case ADD -> operator(kind, Opcode.IADD, Opcode.FADD, Opcode.DADD);
      case SUB -> operator(kind, Opcode.ISUB, Opcode.FSUB, Opcode.DSUB);
      case MUL -> operator(kind, Opcode.IMUL, Opcode.FMUL, Opcode.DMUL);
      case DIV -> operator(kind, Opcode.IDIV, Opcode.FDIV, Opcode.DDIV);
      case REM -> operator(kind, Opcode.IREM, Opcode.FREM, Opcode.DREM);
      case NEG -> operator(kind, Opcode.INEG, Opcode.FNEG, Opcode.DNEG);
      default -> throw new IllegalArgumentException(op + " is no arithmetic");
    }
  }

  private void operator(TypeKind kind, Opcode ofInts, Opcode ofFloats, Opcode ofDoubles) {
    var opcode =
        switch (kind) {
          case FLOAT -> ofFloats;
          case DOUBLE -> ofDoubles;
          default -> ofInts;
        };
    code.with(OperatorInstruction.of(opcode));
  }

  private void math(String name, DType dtype, int arguments) {
    var type = kind(dtype).upperBound();
    var types = new ClassDesc[arguments];
    Arrays.fill(types, type);
    code.invokestatic(MATH, name, MethodTypeDesc.of(type, types));
  }

  private void function(ScalarOp op, DType dtype) {
    var type = dtype == DType.F64 ? CD_double : CD_float;
    var types = new ClassDesc[op.arity()];
    Arrays.fill(types, type);
    code.invokestatic(
        ClassDesc.of(ScalarFunctions.owner(op, dtype).getName()),
        ScalarFunctions.name(op),
        MethodTypeDesc.of(type, types));
  }

  /** Compares the two values on the stack; false if one is NaN, except for NE. */
  private void compare(ScalarOp op, DType dtype) {
    boolean isLessIfNaN = op == ScalarOp.GT || op == ScalarOp.GE;
    var kind = kind(dtype);
    if (kind == TypeKind.INT) {
      choose(
          switch (op) {
            case EQ -> Opcode.IF_ICMPEQ;
            case NE -> Opcode.IF_ICMPNE;
            case LT -> Opcode.IF_ICMPLT;
            case LE -> Opcode.IF_ICMPLE;
            case GT -> Opcode.IF_ICMPGT;
            default -> Opcode.IF_ICMPGE;
          });
      return;
    }
    operator(
        kind,
        Opcode.NOP,
        isLessIfNaN ? Opcode.FCMPL : Opcode.FCMPG,
        isLessIfNaN ? Opcode.DCMPL : Opcode.DCMPG);
    choose(
        switch (op) {
          case EQ -> Opcode.IFEQ;
          case NE -> Opcode.IFNE;
          case LT -> Opcode.IFLT;
          case LE -> Opcode.IFLE;
          case GT -> Opcode.IFGT;
          default -> Opcode.IFGE;
        });
  }

  private void choose(Opcode condition) {
    code.ifThenElse(condition, then -> then.iconst_1(), otherwise -> otherwise.iconst_0());
  }

  private void select(List<Integer> args) {
    load.accept(args.get(0));
    code.ifThenElse(_ -> load.accept(args.get(2)), _ -> load.accept(args.get(1)));
  }

  private void isFinite(DType dtype, int x) {
    load.accept(x);
    math("abs", dtype, 1);
    constant(dtype, dtype == DType.F64 ? Double.MAX_VALUE : Float.MAX_VALUE);
    compare(ScalarOp.LE, dtype);
  }

  private void convert(DType from, DType to, int x) {
    load.accept(x);
    if (to == DType.BOOL && from != DType.BOOL) {
      choose(Opcode.IFNE);
    } else {
      convert(kind(from), kind(to));
    }
  }

  private void bitcast(DType from, DType to, int x) {
    load.accept(x);
    if (kind(from) == kind(to)) {
      return;
    }
    var floats = ClassDesc.of(Float.class.getName());
    if (from == DType.F32) {
      code.invokestatic(floats, "floatToRawIntBits", MethodTypeDesc.of(CD_int, CD_float));
    } else {
      code.invokestatic(floats, "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
    }
  }

  /** Repeated squaring, in the order of {@code lax.integer_pow}. */
  private void power(int exponent, DType dtype, int x) {
    int square = code.allocateLocal(kind(dtype));
    int power = code.allocateLocal(kind(dtype));
    load.accept(x);
    code.storeLocal(kind(dtype), square);
    constant(dtype, 1);
    code.storeLocal(kind(dtype), power);
    for (int rest = Math.abs(exponent); rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        multiply(dtype, power, square);
      }
      if (rest >>> 1 != 0) {
        multiply(dtype, square, square);
      }
    }
    if (exponent < 0) {
      constant(dtype, 1);
    }
    code.loadLocal(kind(dtype), power);
    if (exponent < 0) {
      arithmetic(ScalarOp.DIV, dtype);
    }
  }

  private void multiply(DType dtype, int x, int y) {
    code.loadLocal(kind(dtype), x).loadLocal(kind(dtype), y);
    arithmetic(ScalarOp.MUL, dtype);
    code.storeLocal(kind(dtype), x);
  }
}
