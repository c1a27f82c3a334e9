package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.COMPARISON;
import static io.cambric.kernels.simd.codegen.VectorCode.FLOATS;
import static io.cambric.kernels.simd.codegen.VectorCode.INTS;
import static io.cambric.kernels.simd.codegen.VectorCode.MASK;
import static io.cambric.kernels.simd.codegen.VectorCode.VECTOR;
import static io.cambric.kernels.simd.codegen.VectorCode.desc;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.ScalarOp;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Locale;

/**
 * Emits instructions of a {@code LoopBody} as vector bytecode, with one local per value. The bits
 * are those of {@code SimdBlockOps}.
 */
final class VectorEmitter {

  private static final ClassDesc BINARY = desc("VectorOperators$Binary");
  private static final ClassDesc CONVERSION = desc("VectorOperators$Conversion");

  /** The representation of a value; masks are those of float or of int lanes. */
  private enum Form {
    FLOAT,
    INT,
    FLOAT_MASK,
    INT_MASK
  }

  private final CodeBuilder code;
  private final Form[] forms;
  private final int[] slots;
  private final DType[] dtypes;

  /** An emitter for values of these dtypes. */
  VectorEmitter(CodeBuilder code, DType[] dtypes) {
    this.code = code;
    this.dtypes = dtypes;
    this.forms = new Form[dtypes.length];
    this.slots = new int[dtypes.length];
  }

  /** {@return an emitter with the same values; values that either one adds later are its own} */
  VectorEmitter copy() {
    var copy = new VectorEmitter(code, dtypes);
    System.arraycopy(forms, 0, copy.forms, 0, forms.length);
    System.arraycopy(slots, 0, copy.slots, 0, slots.length);
    return copy;
  }

  private static String name(ScalarOp op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  /** Loads the vector at {@code array[index]}; both are locals. */
  void load(int value, int array, int index) {
    boolean floats = dtypes[value] == DType.F32;
    VectorCode.load(code, floats, array, index);
    keep(value, floats ? Form.FLOAT : Form.INT);
  }

  /** Broadcasts the element at {@code array[index]}; both are locals. */
  void spread(int value, int array, int index) {
    boolean floats = dtypes[value] == DType.F32;
    VectorCode.species(code, floats);
    code.aload(array).iload(index).arrayLoad(floats ? TypeKind.FLOAT : TypeKind.INT);
    VectorCode.spread(code, floats);
    keep(value, floats ? Form.FLOAT : Form.INT);
  }

  /** Gives a value another number. */
  void alias(int value, int result) {
    slots[result] = slots[value];
    forms[result] = forms[value];
  }

  /** Stores a value to {@code array[index]}. */
  void store(int value, int array, int index) {
    boolean floats = getAsStored(value);
    VectorCode.store(code, floats, array, index);
  }

  /** Stores the first lane of a value to {@code array[index]}. */
  void storeFirst(int value, int array, int index) {
    code.aload(array).iload(index);
    boolean floats = getAsStored(value);
    var type = floats ? FLOATS : INTS;
    var element = floats ? CD_float : CD_int;
    code.loadConstant(0).invokevirtual(type, "lane", MethodTypeDesc.of(element, CD_int));
    code.arrayStore(floats ? TypeKind.FLOAT : TypeKind.INT);
  }

  /**
   * Stores the lanes of a value that an int mask selects, a local; other lanes of memory stay the
   * same.
   */
  void store(int value, int array, int index, int mask) {
    boolean floats = forms[value] == Form.FLOAT;
    VectorCode.load(code, floats, array, index);
    getAsStored(value);
    code.aload(mask);
    VectorCode.cast(code, floats);
    VectorCode.blend(code, floats);
    VectorCode.store(code, floats, array, index);
  }

  /** Loads a value in the form of its array, and reports whether that is floats. */
  private boolean getAsStored(int value) {
    boolean floats = forms[value] == Form.FLOAT;
    if (floats) {
      get(value);
    } else {
      getInts(value);
    }
    return floats;
  }

  /** Sets a value to a literal in all lanes. */
  void constant(int value, double literal) {
    if (dtypes[value] == DType.F32) {
      VectorCode.broadcast(code, (float) literal);
      keep(value, Form.FLOAT);
    } else {
      VectorCode.broadcast(code, (int) (long) literal);
      keep(value, Form.INT);
    }
  }

  /** Emits an instruction whose {@link VectorCosts#cost} is not 0. */
  void emit(Instr instr, int[] args, int result) {
    DType argument = dtypes[args[0]];
    var op = instr.op();
    if (op == ScalarOp.SELECT) {
      select(args, result);
    } else if (op == ScalarOp.CONVERT || op == ScalarOp.BITCAST) {
      convert(instr, args[0], result);
    } else if (argument == DType.F32) {
      floats(instr, args, result);
    } else if (argument == DType.BOOL) {
      bools(op, args, result);
    } else {
      ints(op, args, result);
    }
  }

  private void floats(Instr instr, int[] args, int result) {
    var op = instr.op();
    switch (op) {
      case NEG, ABS, SQRT -> {
        get(args[0]);
        code.invokevirtual(FLOATS, name(op), MethodTypeDesc.of(FLOATS));
      }
      case SQUARE -> floatBinary("mul", args[0], args[0]);
      case ADD, SUB, MUL, DIV, MAX, MIN -> floatBinary(name(op), args[0], args[1]);
      case FMA -> {
        get(args[0]);
        get(args[1]);
        get(args[2]);
        code.invokevirtual(FLOATS, "fma", MethodTypeDesc.of(FLOATS, VECTOR, VECTOR));
      }
      case CLAMP -> {
        floatBinary("max", args[0], args[1]);
        get(args[2]);
        VectorCode.binary(code, "min");
      }
      case INTEGER_POW -> FunctionEmitter.power(code, (int) instr.immediate(), slots[args[0]]);
      case EQ, NE, LT, LE, GT, GE -> {
        get(args[0]);
        VectorCode.operator(code, op.name(), COMPARISON);
        get(args[1]);
        code.invokevirtual(FLOATS, "compare", MethodTypeDesc.of(MASK, COMPARISON, VECTOR));
        keep(result, Form.FLOAT_MASK);
        return;
      }
      case IS_FINITE -> {
        get(args[0]);
        code.invokevirtual(FLOATS, "abs", MethodTypeDesc.of(FLOATS));
        VectorCode.operator(code, "LE", COMPARISON);
        code.loadConstant(Float.MAX_VALUE);
        code.invokevirtual(FLOATS, "compare", MethodTypeDesc.of(MASK, COMPARISON, CD_float));
        keep(result, Form.FLOAT_MASK);
        return;
      }
      default ->
          FunctionEmitter.write(code, op, Arrays.stream(args).map(arg -> slots[arg]).toArray());
    }
    keep(result, Form.FLOAT);
  }

  private void floatBinary(String name, int x, int y) {
    get(x);
    get(y);
    VectorCode.binary(code, name);
  }

  private void ints(ScalarOp op, int[] args, int result) {
    switch (op) {
      case ADD, SUB, MUL, MAX, MIN, AND, OR -> {
        getInts(args[0]);
        getInts(args[1]);
        code.invokevirtual(INTS, name(op), MethodTypeDesc.of(INTS, VECTOR));
      }
      case XOR -> {
        getInts(args[0]);
        VectorCode.operator(code, "XOR", desc("VectorOperators$Associative"));
        getInts(args[1]);
        code.invokevirtual(INTS, "lanewise", MethodTypeDesc.of(INTS, BINARY, VECTOR));
      }
      case NEG, NOT -> {
        getInts(args[0]);
        code.invokevirtual(INTS, name(op), MethodTypeDesc.of(INTS));
      }
      case SHIFT_LEFT -> shift("LSHL", args);
      case SHIFT_RIGHT_LOGICAL -> shift("LSHR", args);
      default -> {
        getInts(args[0]);
        VectorCode.operator(code, op.name(), COMPARISON);
        getInts(args[1]);
        code.invokevirtual(INTS, "compare", MethodTypeDesc.of(MASK, COMPARISON, VECTOR));
        keep(result, Form.INT_MASK);
        return;
      }
    }
    keep(result, Form.INT);
  }

  /** Shifts by 32 or more give 0, which the lane operator's modulus would not. */
  private void shift(String direction, int[] args) {
    getInts(args[0]);
    VectorCode.operator(code, direction, BINARY);
    getInts(args[1]);
    code.invokevirtual(INTS, "lanewise", MethodTypeDesc.of(INTS, BINARY, VECTOR));
    VectorCode.broadcast(code, 0);
    getInts(args[1]);
    VectorCode.operator(code, "UGE", COMPARISON);
    code.loadConstant(Integer.SIZE);
    code.invokevirtual(INTS, "compare", MethodTypeDesc.of(MASK, COMPARISON, CD_int));
    VectorCode.blend(code, false);
  }

  private void bools(ScalarOp op, int[] args, int result) {
    getMask(args[0], Form.INT_MASK);
    if (op == ScalarOp.NOT) {
      code.invokevirtual(MASK, "not", MethodTypeDesc.of(MASK));
    } else {
      getMask(args[1], Form.INT_MASK);
      code.invokevirtual(MASK, name(op), MethodTypeDesc.of(MASK, MASK));
    }
    keep(result, Form.INT_MASK);
  }

  private void select(int[] args, int result) {
    if (dtypes[result] == DType.F32) {
      get(args[1]);
      get(args[2]);
      getMask(args[0], Form.FLOAT_MASK);
      VectorCode.blend(code, true);
      keep(result, Form.FLOAT);
    } else {
      getInts(args[1]);
      getInts(args[2]);
      getMask(args[0], Form.INT_MASK);
      VectorCode.blend(code, false);
      keep(result, Form.INT);
    }
  }

  private void convert(Instr instr, int x, int result) {
    DType from = dtypes[x];
    DType to = instr.dtype();
    if (from == DType.BOOL && to == DType.F32) {
      VectorCode.broadcast(code, 0f);
      code.loadConstant(1f);
      getMask(x, Form.FLOAT_MASK);
      code.invokevirtual(FLOATS, "blend", MethodTypeDesc.of(FLOATS, CD_float, MASK));
      keep(result, Form.FLOAT);
    } else if (from == DType.F32 && to != DType.F32) {
      get(x);
      if (instr.op() == ScalarOp.BITCAST) {
        code.invokevirtual(FLOATS, "viewAsIntegralLanes", MethodTypeDesc.of(INTS));
      } else {
        lanes("F2I", FLOATS, INTS);
      }
      keep(result, Form.INT);
    } else if (to == DType.F32 && from != DType.F32) {
      getInts(x);
      if (instr.op() == ScalarOp.BITCAST) {
        code.invokevirtual(INTS, "viewAsFloatingLanes", MethodTypeDesc.of(FLOATS));
      } else {
        lanes("I2F", INTS, FLOATS);
      }
      keep(result, Form.FLOAT);
    } else if (from == DType.F32) {
      get(x);
      keep(result, Form.FLOAT);
    } else {
      getInts(x);
      keep(result, Form.INT);
    }
  }

  private void lanes(String conversion, ClassDesc from, ClassDesc to) {
    VectorCode.operator(code, conversion, CONVERSION);
    code.loadConstant(0)
        .invokevirtual(from, "convert", MethodTypeDesc.of(VECTOR, CONVERSION, CD_int))
        .checkcast(to);
  }

  private void keep(int value, Form form) {
    slots[value] = code.allocateLocal(TypeKind.REFERENCE);
    forms[value] = form;
    code.astore(slots[value]);
  }

  /** Loads a value in the form that it has. */
  void get(int value) {
    code.aload(slots[value]);
  }

  /** Loads a value as integers: a bool as 1 or 0. */
  private void getInts(int value) {
    switch (forms[value]) {
      case INT -> get(value);
      case FLOAT_MASK, INT_MASK -> {
        VectorCode.broadcast(code, 0);
        code.loadConstant(1);
        getMask(value, Form.INT_MASK);
        code.invokevirtual(INTS, "blend", MethodTypeDesc.of(INTS, CD_int, MASK));
      }
      case FLOAT -> throw new IllegalStateException("a float value is read as integers");
    }
  }

  private void getMask(int value, Form form) {
    get(value);
    Form held = forms[value];
    if (held == Form.INT) {
      VectorCode.operator(code, "NE", COMPARISON);
      code.loadConstant(0);
      code.invokevirtual(INTS, "compare", MethodTypeDesc.of(MASK, COMPARISON, CD_int));
      held = Form.INT_MASK;
    }
    if (held != form) {
      VectorCode.cast(code, form == Form.FLOAT_MASK);
    }
  }
}
