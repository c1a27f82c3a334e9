package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.SPECIES;
import static io.cambric.kernels.simd.codegen.VectorCode.VECTOR;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bytecode of a method on vectors of one type, with named locals; mutable. */
public final class KernelCode {

  private static final ClassDesc MATH = ClassDesc.of(Math.class.getName());
  private static final ClassDesc FENCES = ClassDesc.of("java.lang.invoke.VarHandle");

  private final CodeBuilder code;
  private final LaneType lanes;
  private final Map<String, Integer> slots = new HashMap<>();

  /** The code of a static method with these parameters. */
  KernelCode(CodeBuilder code, LaneType lanes, List<String> parameters) {
    this.code = code;
    this.lanes = lanes;
    for (int i = 0; i < parameters.size(); i++) {
      slots.put(parameters.get(i), code.parameterSlot(i));
    }
  }

  public CodeBuilder builder() {
    return code;
  }

  /** {@return the type of vectors} */
  LaneType vectors() {
    return lanes;
  }

  /** {@return the elements of a vector} */
  public int lanes() {
    return lanes.lanes();
  }

  /** Converts a parameter to an array of the lanes. */
  void cast(String operand) {
    reference(operand);
    code.checkcast(lanes.element().arrayType());
    keep(operand);
  }

  private int slot(String name, TypeKind kind) {
    return slots.computeIfAbsent(name, _ -> code.allocateLocal(kind));
  }

  /** Loads a number. */
  public KernelCode number(int number) {
    code.loadConstant(number);
    return this;
  }

  /** Loads an int. */
  public KernelCode get(String name) {
    code.iload(slot(name, TypeKind.INT));
    return this;
  }

  /** Stores an int. */
  public KernelCode set(String name) {
    code.istore(slot(name, TypeKind.INT));
    return this;
  }

  /** Loads an array or a vector. */
  public KernelCode reference(String name) {
    code.aload(slot(name, TypeKind.REFERENCE));
    return this;
  }

  /** Stores an array or a vector. */
  public KernelCode keep(String name) {
    code.astore(slot(name, TypeKind.REFERENCE));
    return this;
  }

  /** Adds an int to the one on the stack. */
  public KernelCode plus(String name) {
    get(name);
    code.iadd();
    return this;
  }

  /** Adds a number to the int on the stack. */
  public KernelCode plus(int number) {
    if (number != 0) {
      code.loadConstant(number).iadd();
    }
    return this;
  }

  /** Subtracts an int from the one on the stack. */
  public KernelCode minus(String name) {
    get(name);
    code.isub();
    return this;
  }

  public KernelCode times(int number) {
    code.loadConstant(number).imul();
    return this;
  }

  /** {@code local += number}. */
  public void advance(String name, int number) {
    code.iinc(slot(name, TypeKind.INT), number);
  }

  /** {@code local += other}. */
  public void advance(String name, String other) {
    get(name).plus(other).set(name);
  }

  /** Loads {@code table[index + number]}. */
  public KernelCode entry(String table, String index, int number) {
    reference(table).get(index).plus(number);
    code.iaload();
    return this;
  }

  /** Emits a loop around its body. The end is evaluated in each iteration. */
  public void loop(CountedLoop loop, Runnable body) {
    (loop.start().isEmpty() ? number(0) : get(loop.start())).set(loop.counter());
    var done = code.newLabel();
    var test = code.newBoundLabel();
    get(loop.counter()).get(loop.end());
    code.if_icmpge(done);
    body.run();
    advance(loop.counter(), loop.step());
    code.goto_(test).labelBinding(done);
  }

  /**
   * Returns at once if a count is not positive. If it is negative, an empty loop first runs that
   * many iterations. The JIT counts them, and profiles such calls separately from calls with work;
   * see {@link WarmUp}.
   */
  public void returnIfNone(String count) {
    returnIfNone(count, () -> {});
  }

  /** Runs some code and returns if a count is not positive. */
  void returnIfNone(String count, Runnable before) {
    var some = code.newLabel();
    var none = code.newLabel();
    get(count);
    code.ifgt(some);
    before.run();
    var idle = code.newBoundLabel();
    get(count);
    code.ifge(none);
    advance(count, 1);
    code.goto_(idle).labelBinding(none).return_().labelBinding(some);
  }

  /** Loads the lesser of two ints. */
  KernelCode least(String x, String y) {
    get(x).get(y);
    code.invokestatic(MATH, "min", MethodTypeDesc.of(CD_int, CD_int, CD_int));
    return this;
  }

  /** Loads a constant of the class; see {@link HiddenClass#constant}. */
  KernelCode constant(int number, ClassDesc type) {
    code.loadConstant(HiddenClass.constant(number, type));
    return this;
  }

  /** Adds {@code table[number]} to the int on the stack. */
  public void plusEntry(String table, int number) {
    reference(table);
    code.loadConstant(number).iaload().iadd();
  }

  /** Loads a vector of zeros. */
  public void zero() {
    VectorCode.species(code, lanes);
    code.invokestatic(lanes.vector(), "zero", MethodTypeDesc.of(lanes.vector(), SPECIES));
  }

  /** {@code sum = x.fma(y, sum)}. */
  public void multiply(String x, String y, String sum) {
    reference(x).reference(y).reference(sum);
    var type = lanes.vector();
    code.invokevirtual(type, "fma", MethodTypeDesc.of(type, VECTOR, VECTOR));
    keep(sum);
  }

  /** Emits a branch: one side runs if a local is positive, the other one otherwise. */
  public void choose(String local, Runnable positive, Runnable otherwise) {
    var other = code.newLabel();
    var end = code.newLabel();
    get(local);
    code.ifle(other);
    positive.run();
    code.goto_(end).labelBinding(other);
    otherwise.run();
    code.labelBinding(end);
  }

  /** Loads the vector at a position of an array. */
  public KernelCode vector(String array, Runnable position) {
    return vector(lanes, array, position);
  }

  /** Loads a vector of another type. */
  KernelCode vector(LaneType type, String array, Runnable position) {
    VectorCode.species(code, type);
    reference(array);
    position.run();
    VectorCode.load(code, type);
    return this;
  }

  /** Loads the elements at a position of an array where a mask is set, and zeros. */
  KernelCode vector(String array, Runnable position, String mask) {
    VectorCode.species(code, lanes);
    reference(array);
    position.run();
    reference(mask);
    VectorCode.loadMasked(code, lanes);
    return this;
  }

  /** Stores the vector on the stack at a position of an array. */
  public void store(String array, Runnable position) {
    reference(array);
    position.run();
    VectorCode.store(code, lanes);
  }

  public void fence() {
    code.invokestatic(FENCES, "loadLoadFence", MethodTypeDesc.of(CD_void));
  }
}
