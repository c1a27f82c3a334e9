package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Bytecode of single vector operations, for generated loops. */
public final class VectorCode {

  public static final ClassDesc VECTOR = desc("Vector");
  public static final ClassDesc FLOATS = desc("FloatVector");
  public static final ClassDesc INTS = desc("IntVector");
  static final ClassDesc MASK = desc("VectorMask");
  public static final ClassDesc SPECIES = desc("VectorSpecies");
  static final ClassDesc COMPARISON = desc("VectorOperators$Comparison");
  private static final ClassDesc OPERATORS = desc("VectorOperators");

  private static final ClassDesc OUR_SPECIES = ClassDesc.of(Species.class.getName());

  private VectorCode() {}

  public static ClassDesc desc(String name) {
    return ClassDesc.of("jdk.incubator.vector." + name);
  }

  private static ClassDesc vector(boolean floats) {
    return floats ? FLOATS : INTS;
  }

  private static ClassDesc element(boolean floats) {
    return floats ? CD_float : CD_int;
  }

  public static void species(CodeBuilder code, boolean floats) {
    code.getstatic(OUR_SPECIES, floats ? "F32" : "I32", SPECIES);
  }

  static void operator(CodeBuilder code, String name, ClassDesc type) {
    code.getstatic(OPERATORS, name, type);
  }

  /**
   * Returns at once if a count is zero. The JIT then profiles empty calls separately from calls
   * with work; see {@link WarmUp}.
   */
  static void returnIfNone(CodeBuilder code, int count) {
    var some = code.newLabel();
    code.iload(count).ifne(some).return_().labelBinding(some);
  }

  /** The vector at the position on the stack, which has the array and the species below it. */
  public static void load(CodeBuilder code, boolean floats) {
    var type = MethodTypeDesc.of(vector(floats), SPECIES, element(floats).arrayType(), CD_int);
    code.invokestatic(vector(floats), "fromArray", type);
  }

  /** Stores a vector to the position on the stack, which has the array and the vector below it. */
  public static void store(CodeBuilder code, boolean floats) {
    var type = MethodTypeDesc.of(CD_void, element(floats).arrayType(), CD_int);
    code.invokevirtual(vector(floats), "intoArray", type);
  }

  /** Broadcasts a literal. */
  public static void broadcast(CodeBuilder code, float value) {
    species(code, true);
    code.loadConstant(value);
    spread(code, true);
  }

  /** Broadcasts a literal. */
  static void broadcast(CodeBuilder code, int value) {
    species(code, false);
    code.loadConstant(value);
    spread(code, false);
  }

  /** Broadcasts the element on the stack, which has the species below it. */
  public static void spread(CodeBuilder code, boolean floats) {
    var type = MethodTypeDesc.of(vector(floats), SPECIES, element(floats));
    code.invokestatic(vector(floats), "broadcast", type);
  }

  /** An operation on the two float vectors on the stack. */
  public static void binary(CodeBuilder code, String name) {
    code.invokevirtual(FLOATS, name, MethodTypeDesc.of(FLOATS, VECTOR));
  }

  /** Blends two vectors on the stack by the mask above them: the second one where it is set. */
  static void blend(CodeBuilder code, boolean floats) {
    var type = vector(floats);
    code.invokevirtual(type, "blend", MethodTypeDesc.of(type, VECTOR, MASK));
  }

  /** Casts the mask on the stack to float or int lanes. */
  static void cast(CodeBuilder code, boolean floats) {
    species(code, floats);
    code.invokevirtual(MASK, "cast", MethodTypeDesc.of(MASK, SPECIES));
  }
}
