package io.cambric.kernels.simd.micro;

import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.constant.ClassDesc;

/**
 * A parameter of a micro-kernel.
 *
 * @param name of its local variable
 * @param type float[], int[] or int
 * @param sample the value in a warm-up run; tables are zeros there
 */
record Parameter(String name, ClassDesc type, int sample) {

  private static final ClassDesc FLOATS = CD_float.arrayType();
  private static final ClassDesc TABLE = CD_int.arrayType();

  /** {@return an operand} */
  static Parameter floats(String name) {
    return new Parameter(name, FLOATS, 0);
  }

  /** {@return an offset table} */
  static Parameter table(String name) {
    return new Parameter(name, TABLE, 0);
  }

  /** {@return a position or a distance} */
  static Parameter position(String name) {
    return new Parameter(name, CD_int, 0);
  }

  /** {@return a number of iterations, or an end of some} */
  static Parameter count(String name, int sample) {
    return new Parameter(name, CD_int, sample);
  }

  /** {@return the class of its values} */
  Class<?> javaType() {
    return type.equals(FLOATS) ? float[].class : type.equals(TABLE) ? int[].class : int.class;
  }

  /**
   * {@return the argument in a warm-up run}
   *
   * @param elements of an operand that suffice
   */
  Object argument(int elements) {
    if (type.equals(CD_int)) {
      return sample;
    }
    return type.equals(FLOATS) ? new float[elements] : new int[WarmUp.LOOPS];
  }
}
