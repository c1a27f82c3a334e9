package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.kernels.simd.jit.Species;
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
  static final ClassDesc SHUFFLE = desc("VectorShuffle");
  static final ClassDesc COMPARISON = desc("VectorOperators$Comparison");
  private static final ClassDesc CONVERSION = desc("VectorOperators$Conversion");
  private static final ClassDesc OPERATORS = desc("VectorOperators");

  private static final ClassDesc OUR_SPECIES = ClassDesc.of(Species.class.getName());

  private VectorCode() {}

  public static ClassDesc desc(String name) {
    return ClassDesc.of("jdk.incubator.vector." + name);
  }

  public static void species(CodeBuilder code, LaneType lanes) {
    code.getstatic(OUR_SPECIES, lanes.name(), SPECIES);
  }

  static void operator(CodeBuilder code, String name, ClassDesc type) {
    code.getstatic(OPERATORS, name, type);
  }

  /**
   * Loads the vector at the position on the stack; the array and the species are below the
   * position.
   */
  public static void load(CodeBuilder code, LaneType lanes) {
    var type = MethodTypeDesc.of(lanes.vector(), SPECIES, lanes.element().arrayType(), CD_int);
    code.invokestatic(lanes.vector(), "fromArray", type);
  }

  /**
   * Loads the elements at the position on the stack where the mask above it is set, and zeros
   * elsewhere.
   */
  static void loadMasked(CodeBuilder code, LaneType lanes) {
    var array = lanes.element().arrayType();
    var type = MethodTypeDesc.of(lanes.vector(), SPECIES, array, CD_int, MASK);
    code.invokestatic(lanes.vector(), "fromArray", type);
  }

  /**
   * Stores a vector to the position on the stack; the array and the vector are below the position.
   */
  public static void store(CodeBuilder code, LaneType lanes) {
    var type = MethodTypeDesc.of(CD_void, lanes.element().arrayType(), CD_int);
    code.invokevirtual(lanes.vector(), "intoArray", type);
  }

  /** Broadcasts a literal. */
  public static void broadcast(CodeBuilder code, LaneType lanes, double value) {
    species(code, lanes);
    lanes.literal(code, value);
    spread(code, lanes);
  }

  /**
   * Stores as many elements of four bytes as a vector has doubles, otherwise like {@link #store}.
   */
  static void storeBesideDoubles(CodeBuilder code, LaneType lanes) {
    code.getstatic(OUR_SPECIES, "BESIDE_F64_" + lanes, MASK);
    storeMasked(code, lanes);
  }

  /** Stores the elements of a vector where a mask is set; the mask is above the position. */
  static void storeMasked(CodeBuilder code, LaneType lanes) {
    var type = MethodTypeDesc.of(CD_void, lanes.element().arrayType(), CD_int, MASK);
    code.invokevirtual(lanes.vector(), "intoArray", type);
  }

  /**
   * Converts the elements of the vector on the stack. If their width grows, only the first elements
   * fit, and only they are converted.
   */
  static void convert(CodeBuilder code, LaneType from, LaneType to) {
    operator(code, initial(from) + "2" + initial(to), CONVERSION);
    code.loadConstant(0)
        .invokevirtual(from.vector(), "convert", MethodTypeDesc.of(VECTOR, CONVERSION, CD_int))
        .checkcast(to.vector());
  }

  /** {@return the letter of an element type in names of conversions} */
  private static String initial(LaneType lanes) {
    return lanes.vector().displayName().substring(0, 1);
  }

  /** Broadcasts the element on the stack; the species is below it. */
  public static void spread(CodeBuilder code, LaneType lanes) {
    var type = MethodTypeDesc.of(lanes.vector(), SPECIES, lanes.element());
    code.invokestatic(lanes.vector(), "broadcast", type);
  }

  /** An operation on the two vectors on the stack. */
  public static void binary(CodeBuilder code, LaneType lanes, String name) {
    code.invokevirtual(lanes.vector(), name, MethodTypeDesc.of(lanes.vector(), VECTOR));
  }

  /** An exclusive or of the two integer vectors on the stack, which has no method of its own. */
  public static void exclusiveOr(CodeBuilder code, LaneType lanes) {
    operator(code, "XOR", desc("VectorOperators$Associative"));
    var type = MethodTypeDesc.of(lanes.vector(), desc("VectorOperators$Binary"), VECTOR);
    code.swap().invokevirtual(lanes.vector(), "lanewise", type);
  }

  /** Blends two vectors on the stack by the mask above them: the second one where it is set. */
  public static void blend(CodeBuilder code, LaneType lanes) {
    var type = lanes.vector();
    code.invokevirtual(type, "blend", MethodTypeDesc.of(type, VECTOR, MASK));
  }

  /**
   * Makes a mask of the first lanes. The stack holds the species, a zero, and the number of lanes.
   */
  public static void firstLanes(CodeBuilder code) {
    code.invokeinterface(SPECIES, "indexInRange", MethodTypeDesc.of(MASK, CD_int, CD_int));
  }

  /** Blends the vector on the stack with a literal by the mask above them. */
  static void blendLiteral(CodeBuilder code, LaneType lanes) {
    var type = MethodTypeDesc.of(lanes.vector(), lanes.element(), MASK);
    code.invokevirtual(lanes.vector(), "blend", type);
  }

  /** Casts the mask on the stack to elements of another type with the same number of lanes. */
  static void cast(CodeBuilder code, LaneType lanes) {
    species(code, lanes);
    code.invokevirtual(MASK, "cast", MethodTypeDesc.of(MASK, SPECIES));
  }

  /** Rearranges the floats on the stack by a shuffle of {@link Species}. */
  public static void rearrange(CodeBuilder code, String shuffle) {
    code.getstatic(OUR_SPECIES, shuffle, SHUFFLE);
    rearrange(code, LaneType.F32);
  }

  /** Rearranges the vector on the stack by the shuffle above it. */
  static void rearrange(CodeBuilder code, LaneType lanes) {
    var type = MethodTypeDesc.of(lanes.vector(), SHUFFLE);
    code.invokevirtual(lanes.vector(), "rearrange", type);
  }

  /** Exchanges the lanes of the floats on the stack with those at a distance, a power of two. */
  static void exchange(CodeBuilder code, int distance) {
    rearrange(code, "BY_" + distance);
  }
}
