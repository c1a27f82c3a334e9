package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.HiddenClass;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Consumer;

/**
 * A parameter of a micro-kernel.
 *
 * @param name of its local variable
 * @param type float[], int[] or int
 * @param sample the value in a warm-up run; tables are zeros there
 */
record Parameter(String name, Class<?> type, int sample) {

  /** {@return an operand} */
  static Parameter floats(String name) {
    return new Parameter(name, float[].class, 0);
  }

  /** {@return an offset table} */
  static Parameter table(String name) {
    return new Parameter(name, int[].class, 0);
  }

  /** {@return a position or a distance} */
  static Parameter position(String name) {
    return new Parameter(name, int.class, 0);
  }

  /** {@return a number of iterations, or an end of some} */
  static Parameter count(String name, int sample) {
    return new Parameter(name, int.class, sample);
  }

  /** {@return a method with parameters, whose code ends with its return} */
  static MethodHandle method(String name, List<Parameter> parameters, Consumer<KernelCode> body) {
    var types = parameters.stream().<Class<?>>map(Parameter::type).toList();
    var names = parameters.stream().map(Parameter::name).toList();
    return HiddenClass.write(
        "MicroKernel_" + name,
        MethodType.methodType(void.class, types),
        builder -> {
          body.accept(new KernelCode(builder, names));
          builder.return_();
        });
  }

  /**
   * {@return the argument in a warm-up run}
   *
   * @param elements of an operand that suffice
   */
  Object argument(int elements) {
    if (type == int.class) {
      return sample;
    }
    return type == float[].class ? new float[elements] : new int[WarmUp.LOOPS];
  }
}
