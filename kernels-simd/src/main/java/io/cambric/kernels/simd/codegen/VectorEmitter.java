package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.COMPARISON;
import static io.cambric.kernels.simd.codegen.VectorCode.FLOATS;
import static io.cambric.kernels.simd.codegen.VectorCode.INTS;
import static io.cambric.kernels.simd.codegen.VectorCode.MASK;
import static io.cambric.kernels.simd.codegen.VectorCode.VECTOR;
import static io.cambric.kernels.simd.codegen.VectorCode.desc;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.scalar.CircularMath;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Emits instructions of a {@code LoopBody} as vector bytecode, with one local per value. The bits
 * are those of {@code SimdBlockOps}.
 */
final class VectorEmitter {

  private static final ClassDesc BINARY = desc("VectorOperators$Binary");
  private static final ClassDesc CONVERSION = desc("VectorOperators$Conversion");
  private static final ClassDesc CIRCULAR = ClassDesc.of(CircularMath.class.getName());

  /** The representation of a value; masks are those of float or of int lanes. */
  private enum Form {
    FLOAT(FLOATS, LaneType.F32),
    INT(INTS, LaneType.I32),
    FLOAT_MASK(MASK, LaneType.F32),
    INT_MASK(MASK, LaneType.I32);

    private final ClassDesc type;
    private final LaneType lanes;

    Form(ClassDesc type, LaneType lanes) {
      this.type = type;
      this.lanes = lanes;
    }

    Form mask() {
      return this == FLOAT ? FLOAT_MASK : INT_MASK;
    }
  }

  private final KernelCode locals;
  private final CodeBuilder code;
  private final LoopBody body;
  private final Form[] forms;
  private final int[] slots;

  /** An emitter for values of a body. */
  VectorEmitter(KernelCode locals, LoopBody body) {
    this.locals = locals;
    this.code = locals.builder();
    this.body = body;
    this.forms = new Form[body.valueCount()];
    this.slots = new int[body.valueCount()];
  }

  /** {@return an emitter with the same values; values that either one adds later are its own} */
  VectorEmitter copy() {
    var copy = new VectorEmitter(locals, body);
    System.arraycopy(forms, 0, copy.forms, 0, forms.length);
    System.arraycopy(slots, 0, copy.slots, 0, slots.length);
    return copy;
  }

  private Form form(int value) {
    return Lane.of(body.dtype(value)) == Lane.FLOAT ? Form.FLOAT : Form.INT;
  }

  /** {@return the name of a local with the array of a value} */
  static String array(int value) {
    return "array" + value;
  }

  /** {@return the name of a local with the position of a value in its array} */
  static String offset(int value) {
    return "offset" + value;
  }

  private void position(int value, int shift) {
    locals.reference(array(value)).get(offset(value)).plus("i").plus(shift);
  }

  /** Loads the vector of a value at the point {@code i + shift}. */
  void load(int value, int shift) {
    var form = form(value);
    load(form.lanes, value, shift);
    keep(value, form);
  }

  private void load(LaneType lanes, int value, int shift) {
    VectorCode.species(code, lanes);
    position(value, shift);
    VectorCode.load(code, lanes);
  }

  /** Broadcasts the element of a row value. */
  void spread(int value) {
    var form = form(value);
    VectorCode.species(code, form.lanes);
    locals.reference(array(value)).get(offset(value));
    form.lanes.loadElement(code);
    VectorCode.spread(code, form.lanes);
    keep(value, form);
  }

  /** Stores the first lane of a row value. */
  void storeFirst(int value) {
    var form = form(value);
    boolean floats = form == Form.FLOAT;
    locals.reference(array(value)).get(offset(value));
    get(value, form);
    var type = MethodTypeDesc.of(floats ? CD_float : CD_int, CD_int);
    code.loadConstant(0).invokevirtual(form.type, "lane", type);
    code.arrayStore(floats ? TypeKind.FLOAT : TypeKind.INT);
  }

  /**
   * Stores a value at the point {@code i + shift}. If it is masked, lanes of memory outside the int
   * mask {@code mask} stay the same.
   */
  void store(int value, int shift, boolean masked) {
    var form = form(value);
    if (masked) {
      load(form.lanes, value, shift);
    }
    get(value, form);
    if (masked) {
      locals.reference("mask");
      VectorCode.cast(code, form.lanes);
      VectorCode.blend(code, form.lanes);
    }
    position(value, shift);
    VectorCode.store(code, form.lanes);
  }

  /** Emits the literals among the operands of these values. */
  void literals(Stream<Integer> values) {
    values
        .flatMap(value -> body.instr(value).args().stream())
        .filter(body::isLiteral)
        .distinct()
        .forEach(this::literal);
  }

  private void literal(int value) {
    double literal = body.instr(value).immediate();
    if (form(value) == Form.FLOAT) {
      VectorCode.broadcast(code, (float) literal);
    } else {
      VectorCode.broadcast(code, (int) (long) literal);
    }
    keep(value, form(value));
  }

  /** Emits an instruction, unless it is a literal. */
  void emit(int value) {
    var instr = body.instr(value);
    var args = instr.args();
    switch (instr.op()) {
      case CONST -> {}
      case ROW_SPREAD -> alias(args.getFirst(), value);
      case SELECT -> select(args, value);
      case CONVERT, BITCAST -> convert(instr, args.getFirst(), value);
      default -> {
        if (body.dtype(args.getFirst()) == DType.BOOL) {
          bools(instr.op(), args, value);
        } else if (FunctionBodies.has(instr.op())) {
          function(instr, value);
        } else {
          numbers(instr.op(), args, value);
        }
      }
    }
    if (VectorCosts.rounds(instr)) {
      inline(FunctionBodies.named("toBfloat16"), slots[value]).getResult();
      keep(value, Form.FLOAT);
    }
  }

  private void alias(int value, int result) {
    slots[result] = slots[value];
    forms[result] = forms[value];
  }

  /** Emits an instruction on numbers of one dtype. */
  private void numbers(ScalarOp op, List<Integer> args, int result) {
    int x = args.getFirst();
    var form = form(x);
    switch (op) {
      case NEG, ABS, SQRT, NOT -> unary(form, op, x);
      case SQUARE -> binary(form, ScalarOp.MUL, x, x);
      case ADD, SUB, MUL, DIV, MAX, MIN, AND, OR -> binary(form, op, x, args.get(1));
      case XOR -> lanes("XOR", "Associative", x, args.get(1));
      case FMA -> {
        args.forEach(arg -> get(arg, form));
        code.invokevirtual(FLOATS, "fma", MethodTypeDesc.of(FLOATS, VECTOR, VECTOR));
      }
      case CLAMP -> {
        binary(form, ScalarOp.MAX, x, args.get(1));
        get(args.get(2), form);
        VectorCode.binary(code, "min");
      }
      case SHIFT_LEFT -> shift("LSHL", x, args.get(1));
      case SHIFT_RIGHT_LOGICAL -> shift("LSHR", x, args.get(1));
      case SHIFT_RIGHT_ARITHMETIC -> shift("ASHR", x, args.get(1));
      case IS_FINITE -> {
        unary(form, ScalarOp.ABS, x);
        compare(form, "LE", () -> VectorCode.broadcast(code, Float.MAX_VALUE));
      }
      default -> {
        get(x, form);
        compare(form, op.name(), () -> get(args.get(1), form));
      }
    }
    keep(result, body.dtype(result) == DType.BOOL ? form.mask() : form);
  }

  private static String name(ScalarOp op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  private void unary(Form form, ScalarOp op, int x) {
    get(x, form);
    code.invokevirtual(form.type, name(op), MethodTypeDesc.of(form.type));
  }

  private void binary(Form form, ScalarOp op, int x, int y) {
    get(x, form);
    get(y, form);
    code.invokevirtual(form.type, name(op), MethodTypeDesc.of(form.type, VECTOR));
  }

  /** An operation on ints for which vectors have no method of their own. */
  private void lanes(String operator, String kind, int x, int y) {
    get(x, Form.INT);
    VectorCode.operator(code, operator, desc("VectorOperators$" + kind));
    get(y, Form.INT);
    code.invokevirtual(INTS, "lanewise", MethodTypeDesc.of(INTS, BINARY, VECTOR));
  }

  /** Compares the vector on the stack with another one. */
  private void compare(Form form, String comparison, Runnable other) {
    VectorCode.operator(code, comparison, COMPARISON);
    other.run();
    code.invokevirtual(form.type, "compare", MethodTypeDesc.of(MASK, COMPARISON, VECTOR));
  }

  /** Shifts by 32 or more give 0, which the lane operator's modulus would not. */
  private void shift(String direction, int x, int distance) {
    lanes(direction, "Binary", x, distance);
    if (!body.isLiteral(distance)
        || Integer.compareUnsigned((int) body.instr(distance).immediate(), Integer.SIZE) >= 0) {
      VectorCode.broadcast(code, 0);
      get(distance, Form.INT);
      compare(Form.INT, "UGE", () -> VectorCode.broadcast(code, Integer.SIZE));
      VectorCode.blend(code, LaneType.I32);
    }
  }

  private void bools(ScalarOp op, List<Integer> args, int result) {
    // A cast between masks is free, but not the test that makes a mask of an int.
    var form = forms[args.getFirst()] == Form.FLOAT_MASK ? Form.FLOAT_MASK : Form.INT_MASK;
    args.forEach(arg -> get(arg, form));
    var type = op == ScalarOp.NOT ? MethodTypeDesc.of(MASK) : MethodTypeDesc.of(MASK, MASK);
    code.invokevirtual(MASK, name(op), type);
    keep(result, form);
  }

  private void select(List<Integer> args, int result) {
    var form = form(result);
    get(args.get(1), form);
    get(args.get(2), form);
    get(args.get(0), form.mask());
    VectorCode.blend(code, form.lanes);
    keep(result, form);
  }

  private void convert(Instr instr, int x, int result) {
    var from = form(x);
    var to = form(result);
    if (body.dtype(x) == DType.BOOL && to == Form.FLOAT) {
      VectorCode.broadcast(code, 0f);
      code.loadConstant(1f);
      get(x, Form.FLOAT_MASK);
      code.invokevirtual(FLOATS, "blend", MethodTypeDesc.of(FLOATS, CD_float, MASK));
    } else {
      get(x, from);
      if (from != to && instr.op() == ScalarOp.BITCAST) {
        var name = to == Form.INT ? "viewAsIntegralLanes" : "viewAsFloatingLanes";
        code.invokevirtual(from.type, name, MethodTypeDesc.of(to.type));
      } else if (from != to) {
        VectorCode.operator(code, to == Form.INT ? "F2I" : "I2F", CONVERSION);
        code.loadConstant(0)
            .invokevirtual(from.type, "convert", MethodTypeDesc.of(VECTOR, CONVERSION, CD_int))
            .checkcast(to.type);
      }
    }
    keep(result, to);
  }

  /** Emits the instructions of a function. */
  private void function(Instr instr, int result) {
    int[] args = instr.args().stream().mapToInt(arg -> slots[arg]).toArray();
    inline(FunctionBodies.of(instr), args).getResult();
    keep(result, Form.FLOAT);
    switch (instr.op()) {
      case SIN, COS, TAN -> replaceIrreducible(name(instr.op()) + "OfEach", args[0], slots[result]);
      default -> {}
    }
  }

  /** {@return an emitter with all values of a function of floats in locals} */
  private VectorEmitter inline(LoopBody function, int... args) {
    var inner = new VectorEmitter(locals, function);
    for (int k = 0; k < args.length; k++) {
      inner.slots[k] = args[k];
      inner.forms[k] = Form.FLOAT;
    }
    for (int value = args.length; value < function.valueCount(); value++) {
      if (function.isLiteral(value)) {
        inner.literal(value);
      } else {
        inner.emit(value);
      }
    }
    return inner;
  }

  private void getResult() {
    get(body.results().getFirst());
  }

  /**
   * If some elements are huge, computes the function of each one by scalar code. The results pass
   * through an array, so that the JIT boxes no vector where the two branches meet.
   */
  private void replaceIrreducible(String function, int x, int result) {
    var array = CD_float.arrayType();
    var reducible = code.newLabel();
    inline(FunctionBodies.named("isReducible"), x).getResult();
    code.invokevirtual(MASK, "allTrue", MethodTypeDesc.of(CD_boolean)).ifne(reducible);
    VectorCode.species(code, LaneType.F32);
    code.aload(x)
        .invokevirtual(FLOATS, "toArray", MethodTypeDesc.of(array))
        .invokestatic(CIRCULAR, function, MethodTypeDesc.of(array, array))
        .loadConstant(0);
    VectorCode.load(code, LaneType.F32);
    code.astore(result).labelBinding(reducible);
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

  /** Loads a value in another form: a bool is 1 or 0 as an int. */
  private void get(int value, Form form) {
    var held = forms[value];
    if (held == form) {
      get(value);
    } else if (form == Form.FLOAT || held == Form.FLOAT) {
      throw new IllegalStateException("a value is read as " + form + ", but it is " + held);
    } else if (form == Form.INT) {
      VectorCode.broadcast(code, 0);
      code.loadConstant(1);
      get(value, Form.INT_MASK);
      code.invokevirtual(INTS, "blend", MethodTypeDesc.of(INTS, CD_int, MASK));
    } else if (held == Form.INT) {
      get(value);
      compare(Form.INT, "NE", () -> VectorCode.broadcast(code, 0));
      if (form == Form.FLOAT_MASK) {
        VectorCode.cast(code, LaneType.F32);
      }
    } else {
      get(value);
      VectorCode.cast(code, form.lanes);
    }
  }
}
