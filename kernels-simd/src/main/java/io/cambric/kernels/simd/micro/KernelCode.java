package io.cambric.kernels.simd.micro;

import static io.cambric.kernels.simd.codegen.VectorCode.FLOATS;
import static io.cambric.kernels.simd.codegen.VectorCode.SPECIES;
import static io.cambric.kernels.simd.codegen.VectorCode.VECTOR;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.kernels.simd.codegen.HiddenClass;
import io.cambric.kernels.simd.codegen.VectorCode;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Bytecode of a micro-kernel, with locals that have names; mutable. */
final class KernelCode {

  private static final ClassDesc FENCES = ClassDesc.of("java.lang.invoke.VarHandle");

  private static final String METHOD = "tile";

  private final CodeBuilder code;
  private final Map<String, Integer> slots = new HashMap<>();

  KernelCode(CodeBuilder code, List<Parameter> parameters) {
    this.code = code;
    for (int i = 0; i < parameters.size(); i++) {
      slots.put(parameters.get(i).name(), code.parameterSlot(i));
    }
  }

  /**
   * {@return a method with this code, in a class of its own}
   *
   * @param name of the class, and of its source file
   */
  static MethodHandle define(String name, List<Parameter> parameters, Consumer<CodeBuilder> code) {
    var type =
        MethodType.methodType(
            void.class, parameters.stream().<Class<?>>map(Parameter::javaType).toList());
    var descriptor = MethodTypeDesc.of(CD_void, parameters.stream().map(Parameter::type).toList());
    int flags = ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
    byte[] bytes =
        ClassFile.of()
            .build(
                HiddenClass.named("MicroKernel_" + name),
                made ->
                    made.with(SourceFileAttribute.of(name))
                        .withMethodBody(METHOD, descriptor, flags, code));
    return HiddenClass.define(bytes, METHOD, type);
  }

  CodeBuilder builder() {
    return code;
  }

  private int slot(String name, TypeKind kind) {
    return slots.computeIfAbsent(name, _ -> code.allocateLocal(kind));
  }

  /** Loads an int. */
  KernelCode get(String name) {
    code.iload(slot(name, TypeKind.INT));
    return this;
  }

  /** Stores an int. */
  KernelCode set(String name) {
    code.istore(slot(name, TypeKind.INT));
    return this;
  }

  /** Loads an array or a vector. */
  KernelCode reference(String name) {
    code.aload(slot(name, TypeKind.REFERENCE));
    return this;
  }

  /** Stores an array or a vector. */
  KernelCode keep(String name) {
    code.astore(slot(name, TypeKind.REFERENCE));
    return this;
  }

  /** Adds an int to the one on the stack. */
  KernelCode plus(String name) {
    get(name);
    code.iadd();
    return this;
  }

  /** Adds a number to the int on the stack. */
  KernelCode plus(int number) {
    if (number != 0) {
      code.loadConstant(number).iadd();
    }
    return this;
  }

  /** Subtracts an int from the one on the stack. */
  KernelCode minus(String name) {
    get(name);
    code.isub();
    return this;
  }

  KernelCode times(int number) {
    code.loadConstant(number).imul();
    return this;
  }

  /** {@code local += number}. */
  void advance(String name, int number) {
    code.iinc(slot(name, TypeKind.INT), number);
  }

  /** {@code local += other}. */
  void advance(String name, String other) {
    get(name).plus(other).set(name);
  }

  /** Loads {@code table[index + number]}. */
  KernelCode entry(String table, String index, int number) {
    reference(table).get(index).plus(number);
    code.iaload();
    return this;
  }

  /** Adds {@code table[number]} to the int on the stack. */
  void plusEntry(String table, int number) {
    reference(table);
    code.loadConstant(number).iaload().iadd();
  }

  /** Loads a vector of zeros. */
  void zero() {
    VectorCode.species(code, true);
    code.invokestatic(FLOATS, "zero", MethodTypeDesc.of(FLOATS, SPECIES));
  }

  /** {@code sum = x.fma(y, sum)}. */
  void multiply(String x, String y, String sum) {
    reference(x).reference(y).reference(sum);
    code.invokevirtual(FLOATS, "fma", MethodTypeDesc.of(FLOATS, VECTOR, VECTOR));
    keep(sum);
  }

  /** Emits a choice: what to do if a local is positive, and otherwise. */
  void choose(String local, Runnable positive, Runnable otherwise) {
    var other = code.newLabel();
    var end = code.newLabel();
    get(local);
    code.ifle(other);
    positive.run();
    code.goto_(end).labelBinding(other);
    otherwise.run();
    code.labelBinding(end);
  }

  /** Emits a loop around its body. */
  void loop(CountedLoop loop, Runnable body) {
    Runnable start = loop.start().isEmpty() ? () -> code.loadConstant(0) : () -> get(loop.start());
    VectorCode.loop(
        code, slot(loop.counter(), TypeKind.INT), start, () -> get(loop.end()), loop.step(), body);
  }

  /** Loads the vector at a position of an array. */
  KernelCode vector(String array, Runnable position) {
    VectorCode.species(code, true);
    reference(array);
    position.run();
    VectorCode.load(code, true);
    return this;
  }

  /** Stores the vector on the stack at a position of an array. */
  void store(String array, Runnable position) {
    reference(array);
    position.run();
    VectorCode.store(code, true);
  }

  void fence() {
    code.invokestatic(FENCES, "loadLoadFence", MethodTypeDesc.of(CD_void));
  }
}
