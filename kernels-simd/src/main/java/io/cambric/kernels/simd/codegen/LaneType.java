package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.block.Lane;
import io.cambric.kernels.simd.jit.Species;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The elements of vectors in generated loops. */
public enum LaneType {
  /** Floats. */
  F32("FloatVector", float[].class, ConstantDescs.CD_float, Species.LANES),
  /** Ints, as many in a vector as floats. */
  I32("IntVector", int[].class, ConstantDescs.CD_int, Species.LANES),
  /** Doubles, half as many. */
  F64("DoubleVector", double[].class, ConstantDescs.CD_double, Species.F64.length()),
  /** Longs, as many in a vector as doubles. */
  I64("LongVector", long[].class, ConstantDescs.CD_long, Species.F64.length()),
  /** Shorts, twice as many in a vector as ints. */
  I16("ShortVector", short[].class, ConstantDescs.CD_short, 2 * Species.LANES);

  private final ClassDesc vector;
  private final Class<?> array;
  private final ClassDesc element;
  private final int lanes;

  LaneType(String vector, Class<?> array, ClassDesc element, int lanes) {
    this.vector = VectorCode.desc(vector);
    this.array = array;
    this.element = element;
    this.lanes = lanes;
  }

  /** {@return the elements of arrays that hold values of a dtype} */
  static LaneType of(DType dtype) {
    return switch (Lane.of(dtype)) {
      case FLOAT -> F32;
      case DOUBLE -> F64;
      case INT -> I32;
      case LONG -> I64;
    };
  }

  /** {@return the elements of an array, or null if no vector has such elements} */
  public static @Nullable LaneType ofArray(Object array) {
    return Arrays.stream(values())
        .filter(type -> type.array.isInstance(array))
        .findFirst()
        .orElse(null);
  }

  /** {@return the class of vectors} */
  ClassDesc vector() {
    return vector;
  }

  /** {@return the class of arrays} */
  Class<?> array() {
    return array;
  }

  /** {@return the primitive type of an element} */
  ClassDesc element() {
    return element;
  }

  /** {@return integers of the same width; for shorts, the integer that holds two of them} */
  LaneType bits() {
    return switch (this) {
      case F32, I32, I16 -> I32;
      case F64, I64 -> I64;
    };
  }

  /** {@return the elements of a vector} */
  public int lanes() {
    return lanes;
  }

  /** Loads the element at the position on the stack; the array is below the position. */
  public void loadElement(CodeBuilder code) {
    switch (this) {
      case F32 -> code.faload();
      case I32 -> code.iaload();
      case F64 -> code.daload();
      case I64 -> code.laload();
      case I16 -> code.saload();
    }
  }

  /** Loads a literal of an element. */
  void literal(CodeBuilder code, double value) {
    switch (this) {
      case F32 -> code.loadConstant((float) value);
      case I32 -> code.loadConstant((int) (long) value);
      case F64 -> code.loadConstant(value);
      case I64 -> code.loadConstant((long) value);
      case I16 -> code.loadConstant((int) (long) value);
    }
  }

  /** Stores the element on the stack; the position and the array are below it. */
  public void storeElement(CodeBuilder code) {
    switch (this) {
      case F32 -> code.fastore();
      case I32 -> code.iastore();
      case F64 -> code.dastore();
    }
  }
}
