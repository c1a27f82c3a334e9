package io.cambric.kernels.simd.codegen;

import io.cambric.kernels.simd.jit.Species;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** The elements of vectors in generated loops. */
public enum LaneType {
  /** Floats. */
  F32("FloatVector", float[].class, ConstantDescs.CD_float, Species.LANES),
  /** Ints, as many in a vector as floats. */
  I32("IntVector", int[].class, ConstantDescs.CD_int, Species.LANES),
  /** Doubles, half as many. */
  F64("DoubleVector", double[].class, ConstantDescs.CD_double, Species.F64.length());

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

  /** {@return the elements of a vector} */
  public int lanes() {
    return lanes;
  }

  /** Loads the element at the position on the stack, which has the array below it. */
  public void loadElement(CodeBuilder code) {
    switch (this) {
      case F32 -> code.faload();
      case I32 -> code.iaload();
      case F64 -> code.daload();
    }
  }

  /** Stores the element on the stack, which has the array and the position below it. */
  public void storeElement(CodeBuilder code) {
    switch (this) {
      case F32 -> code.fastore();
      case I32 -> code.iastore();
      case F64 -> code.dastore();
    }
  }
}
