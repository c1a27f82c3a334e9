package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.MASK;
import static io.cambric.kernels.simd.codegen.VectorCode.VECTOR;
import static io.cambric.kernels.simd.codegen.VectorCode.desc;
import static java.lang.constant.ConstantDescs.CD_boolean;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleMath;
import io.cambric.kernel.scalar.ScalarMath;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Emits instructions of a {@code LoopBody} as vector bytecode, with one local per value. The
 * results have the bits of {@code SimdBlockOps}.
 */
final class VectorEmitter {

  private static final ClassDesc UNARY = desc("VectorOperators$Unary");
  private static final ClassDesc BINARY = desc("VectorOperators$Binary");

  private final KernelCode locals;
  private final CodeBuilder code;
  private final LoopBody body;
  private final ValueLocals values;

  /** An emitter for values of a body. */
  VectorEmitter(KernelCode locals, LoopBody body) {
    this(locals, body, new ValueLocals(locals, body));
  }

  private VectorEmitter(KernelCode locals, LoopBody body, ValueLocals values) {
    this.locals = locals;
    this.code = locals.builder();
    this.body = body;
    this.values = values;
  }

  /** {@return a copy; values added to one later are not in the other} */
  VectorEmitter copy() {
    return new VectorEmitter(locals, body, values.copy());
  }

  /** {@return the locals of the values} */
  ValueLocals values() {
    return values;
  }

  /** Emits the literals among the operands of these values. */
  void literals(Stream<Integer> readers) {
    readers
        .flatMap(value -> body.instr(value).args().stream())
        .filter(body::isLiteral)
        .distinct()
        .forEach(values::literal);
  }

  /** Emits an instruction, unless it is a literal. */
  void emit(int value) {
    var instr = body.instr(value);
    var args = instr.args();
    switch (instr.op()) {
      case CONST -> {}
      case ROW_SPREAD -> {
        int row = args.getFirst();
        values.alias(value, values.slot(row), values.held(row));
      }
      case SELECT -> select(args, value);
      case CONVERT, BITCAST -> convert(instr, args.getFirst(), value);
      default -> {
        if (body.dtype(args.getFirst()) == DType.BOOL) {
          bools(instr.op(), args, value);
        } else if (FunctionBodies.has(instr.op(), body.dtype(args.getFirst()))) {
          function(instr, value);
        } else {
          numbers(instr.op(), args, value);
        }
      }
    }
    if (VectorCosts.rounds(instr)) {
      inline(FunctionBodies.named(ScalarMath.class, "toBfloat16"), values.slot(value)).getResult();
      values.keep(value, Form.FLOAT);
    }
  }

  /** Emits an instruction on numbers of one dtype. */
  private void numbers(ScalarOp op, List<Integer> args, int result) {
    int x = args.getFirst();
    var form = values.form(x);
    switch (op) {
      case NEG, SQRT, NOT -> unary(form, op, x);
      case ABS -> {
        if (isUnsigned(x)) {
          values.get(x, form);
        } else {
          unary(form, op, x);
        }
      }
      case SQUARE -> binary(form, ScalarOp.MUL, x, x);
      case ADD, SUB, MUL, DIV, AND, OR -> binary(form, op, x, args.get(1));
      case MAX, MIN -> {
        values.get(x, form);
        extremum(op, x, args.get(1));
      }
      case XOR -> lanes("XOR", "Associative", x, args.get(1));
      case FMA -> {
        if (form.isFloating()) {
          args.forEach(arg -> values.get(arg, form));
          code.invokevirtual(form.type(), "fma", MethodTypeDesc.of(form.type(), VECTOR, VECTOR));
        } else {
          binary(form, ScalarOp.MUL, x, args.get(1));
          values.get(args.get(2), form);
          binary(form, ScalarOp.ADD);
        }
      }
      case CLAMP -> {
        values.get(x, form);
        extremum(ScalarOp.MAX, x, args.get(1));
        extremum(ScalarOp.MIN, x, args.get(2));
      }
      case POPULATION_COUNT -> lanes("BIT_COUNT", x);
      case CLZ -> lanes("LEADING_ZEROS_COUNT", x);
      case SHIFT_LEFT -> shift("LSHL", x, args.get(1));
      case SHIFT_RIGHT_LOGICAL -> shift("LSHR", x, args.get(1));
      case SHIFT_RIGHT_ARITHMETIC -> shiftArithmetic(x, args.get(1));
      case IS_FINITE -> {
        unary(form, ScalarOp.ABS, x);
        double largest = form == Form.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
        values.compare(form, "LE", () -> VectorCode.broadcast(code, form.lanes(), largest));
      }
      default -> {
        values.get(x, form);
        boolean equality = op == ScalarOp.EQ || op == ScalarOp.NE;
        String comparison = isUnsigned(x) && !equality ? "U" + op.name() : op.name();
        values.compare(form, comparison, () -> values.get(args.get(1), form));
      }
    }
    values.keep(result, body.dtype(result) == DType.BOOL ? form.mask() : form);
  }

  private static String name(ScalarOp op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  private void unary(Form form, ScalarOp op, int x) {
    values.get(x, form);
    code.invokevirtual(form.type(), name(op), MethodTypeDesc.of(form.type()));
  }

  private void binary(Form form, ScalarOp op, int x, int y) {
    values.get(x, form);
    values.get(y, form);
    binary(form, op);
  }

  /** An operation on the two vectors on the stack. */
  private void binary(Form form, ScalarOp op) {
    code.invokevirtual(form.type(), name(op), MethodTypeDesc.of(form.type(), VECTOR));
  }

  private boolean isUnsigned(int value) {
    return body.dtype(value) == DType.U32;
  }

  /**
   * The maximum or minimum of the vector on the stack and another one, in the dtype of {@code x}.
   */
  private void extremum(ScalarOp op, int x, int other) {
    if (isUnsigned(x)) {
      lanes(Form.INT, "U" + op.name(), "Associative", () -> values.get(other, Form.INT));
    } else {
      values.get(other, values.form(x));
      binary(values.form(x), op);
    }
  }

  /** An operation on integers that has no method in the vector classes. */
  private void lanes(String operator, String kind, int x, int y) {
    var form = values.form(x);
    values.get(x, form);
    lanes(form, operator, kind, () -> values.get(y, form));
  }

  /** Combines the vector on the stack with another one. */
  private void lanes(Form form, String operator, String kind, Runnable other) {
    VectorCode.operator(code, operator, desc("VectorOperators$" + kind));
    other.run();
    code.invokevirtual(form.type(), "lanewise", MethodTypeDesc.of(form.type(), BINARY, VECTOR));
  }

  /** An operation on each element of integers. */
  private void lanes(String operator, int x) {
    var form = values.form(x);
    values.get(x, form);
    VectorCode.operator(code, operator, UNARY);
    code.invokevirtual(form.type(), "lanewise", MethodTypeDesc.of(form.type(), UNARY));
  }

  /**
   * Shifts; a distance of the width or more gives 0, where the lane operator would take it modulo
   * the width.
   */
  private void shift(String direction, int x, int distance) {
    lanes(direction, "Binary", x, distance);
    var form = values.form(x);
    int width = form == Form.INT ? Integer.SIZE : Long.SIZE;
    if (!isBelow(distance, width)) {
      VectorCode.broadcast(code, form.lanes(), 0);
      values.get(distance, form);
      values.compare(form, "UGE", () -> VectorCode.broadcast(code, form.lanes(), width));
      VectorCode.blend(code, form.lanes());
    }
  }

  /**
   * Shifts; a distance of the width or more gives the sign, like a shift by one less than the
   * width.
   */
  private void shiftArithmetic(int x, int distance) {
    var form = values.form(x);
    int width = form == Form.INT ? Integer.SIZE : Long.SIZE;
    values.get(x, form);
    lanes(
        form,
        "ASHR",
        "Binary",
        () -> {
          values.get(distance, form);
          if (!isBelow(distance, width)) {
            Runnable last = () -> VectorCode.broadcast(code, form.lanes(), width - 1);
            lanes(form, "UMIN", "Associative", last);
          }
        });
  }

  /** {@return whether a distance is a literal below the width} */
  private boolean isBelow(int distance, int width) {
    return body.isLiteral(distance)
        && Integer.compareUnsigned((int) body.instr(distance).immediate(), width) < 0;
  }

  private void bools(ScalarOp op, List<Integer> args, int result) {
    // A cast between masks is free. A test that makes a mask of an integer is not.
    var held = values.held(args.getFirst());
    var form = held.isMask() ? held : held.mask();
    args.forEach(arg -> values.get(arg, form));
    var type = op == ScalarOp.NOT ? MethodTypeDesc.of(MASK) : MethodTypeDesc.of(MASK, MASK);
    code.invokevirtual(MASK, name(op), type);
    values.keep(result, form);
  }

  private void select(List<Integer> args, int result) {
    var form = values.form(result);
    values.get(args.get(1), form);
    values.get(args.get(2), form);
    values.get(args.get(0), form.mask());
    VectorCode.blend(code, form.lanes());
    values.keep(result, form);
  }

  private void convert(Instr instr, int x, int result) {
    var from = values.form(x);
    var to = values.form(result);
    var function =
        instr.op() == ScalarOp.CONVERT
            ? FunctionBodies.conversion(body.dtype(x), instr.dtype())
            : null;
    if (function != null) {
      var inner = inline(function, values.slot(x));
      inner.getResult();
      values.keep(result, inner.values.held(function.results().getFirst()));
      return;
    }
    if (body.dtype(x) == DType.BOOL && to.isFloating()) {
      VectorCode.broadcast(code, to.lanes(), 0);
      to.lanes().literal(code, 1);
      values.get(x, to.mask());
      VectorCode.blendLiteral(code, to.lanes());
    } else if (instr.op() == ScalarOp.BITCAST) {
      values.get(x, from);
      if (from != to) {
        var name = to.isFloating() ? "viewAsFloatingLanes" : "viewAsIntegralLanes";
        code.invokevirtual(from.type(), name, MethodTypeDesc.of(to.type()));
      }
    } else {
      if (from == Form.DOUBLE && to == Form.FLOAT) {
        flush(values.slot(x));
      } else {
        values.get(x, from);
      }
      if (from != to) {
        VectorCode.convert(code, from.lanes(), to.lanes());
      }
    }
    values.keep(result, to);
    if (from == Form.FLOAT && to == Form.DOUBLE) {
      flush(values.slot(result));
      values.keep(result, to);
    }
  }

  /** Loads doubles, with zeros for subnormal floats. */
  private void flush(int slot) {
    inline(FunctionBodies.named(DoubleMath.class, "flushed"), slot).getResult();
  }

  /** Emits the instructions of a function. */
  private void function(Instr instr, int result) {
    int[] args = instr.args().stream().mapToInt(values::slot).toArray();
    inline(FunctionBodies.of(instr), args).getResult();
    values.keep(result, values.form(result));
    switch (instr.op()) {
      case SIN, COS, TAN -> replaceIrreducible(instr, args, values.slot(result));
      case REM -> {
        if (instr.dtype().isFloating()) {
          replaceIrreducible(instr, args, values.slot(result));
        }
      }
      default -> {}
    }
  }

  /** {@return an emitter that has all values of an inlined function in locals} */
  private VectorEmitter inline(LoopBody function, int... args) {
    var inner = new VectorEmitter(locals, function);
    for (int k = 0; k < args.length; k++) {
      inner.values.alias(k, args[k], inner.values.form(k));
    }
    for (int value = args.length; value < function.valueCount(); value++) {
      if (function.isLiteral(value)) {
        inner.values.literal(value);
      } else {
        inner.emit(value);
      }
    }
    return inner;
  }

  private void getResult() {
    values.get(body.results().getFirst());
  }

  /**
   * If some elements are huge, scalar code computes the function of each element. The results pass
   * through an array, because the JIT would box vectors where the two branches meet.
   */
  private void replaceIrreducible(Instr instr, int[] args, int result) {
    var lanes = LaneType.of(instr.dtype());
    var math = FunctionBodies.owner(instr);
    var array = lanes.element().arrayType();
    var reducible = code.newLabel();
    inline(FunctionBodies.named(math, "isReducible"), args).getResult();
    code.invokevirtual(MASK, "allTrue", MethodTypeDesc.of(CD_boolean)).ifne(reducible);
    VectorCode.species(code, lanes);
    for (int arg : args) {
      code.aload(arg).invokevirtual(lanes.vector(), "toArray", MethodTypeDesc.of(array));
    }
    code.invokestatic(
            ClassDesc.of(math.getName()),
            name(instr.op()) + "OfEach",
            MethodTypeDesc.of(array, Collections.nCopies(args.length, array)))
        .loadConstant(0);
    VectorCode.load(code, lanes);
    code.astore(result).labelBinding(reducible);
  }
}
