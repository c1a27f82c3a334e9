package io.cambric.kernels.simd.codegen;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A parameter of a generated loop.
 *
 * @param name of its local variable
 * @param type float[], double[], int[] or int
 * @param sample the value in a warm-up run; tables are zeros there
 */
public record Parameter(String name, Class<?> type, int sample) {

  /**
   * {@return the parameters of a signature, such as {@code T[] x, int[] table, int count}} An
   * operand has elements of the lanes. Samples of numbers come from the caller.
   */
  static List<Parameter> list(String signature) {
    return Arrays.stream(signature.split(", "))
        .map(parameter -> parameter.split(" "))
        .map(words ->
            switch (words[0]) {
              case "T[]" -> floats(words[1]);
              case "int[]" -> table(words[1]);
              default -> position(words[1]);
            })
        .toList();
  }

  /** {@return an operand} */
  public static Parameter floats(String name) {
    return new Parameter(name, float[].class, 0);
  }

  /** {@return this operand with other elements, or this table or number as it is} */
  public Parameter withElements(LaneType lanes) {
    return type == float[].class ? new Parameter(name, lanes.array(), sample) : this;
  }

  /** {@return an offset table} */
  public static Parameter table(String name) {
    return new Parameter(name, int[].class, 0);
  }

  /** {@return a position or a distance} */
  public static Parameter position(String name) {
    return new Parameter(name, int.class, 0);
  }

  /** {@return a number of iterations, or an end of some} */
  public static Parameter count(String name, int sample) {
    return new Parameter(name, int.class, sample);
  }

  /** {@return a method on vectors of one type, whose code ends with its return} */
  public static MethodHandle method(
      String name, LaneType lanes, List<Parameter> parameters, Consumer<KernelCode> body) {
    return method(name, lanes, parameters, List.of(), body);
  }

  private static MethodHandle method(
      String name,
      LaneType lanes,
      List<Parameter> parameters,
      List<?> constants,
      Consumer<KernelCode> body) {
    var types = parameters.stream().<Class<?>>map(Parameter::type).toList();
    var names = parameters.stream().map(Parameter::name).toList();
    return HiddenClass.write(
        name,
        MethodType.methodType(void.class, types),
        constants,
        builder -> {
          body.accept(new KernelCode(builder, lanes, names));
          builder.return_();
        });
  }

  /**
   * {@return a loop of a method on vectors of floats, which is written at its first use}
   *
   * @param elements of an operand that suffice in a warm-up run
   */
  public static BlockLoops loop(
      String name, List<Parameter> parameters, int elements, Consumer<KernelCode> body) {
    return BlockLoops.of(
        name,
        () -> method(name, LaneType.F32, parameters, body),
        sample(parameters, elements),
        WarmUp.WORTH,
        false);
  }

  /**
   * {@return a loop that returns at once where its count is 0, written at its first use}
   *
   * @param parameters of any type of lanes
   * @param count the parameter that is a count
   * @param constants objects that the method loads by {@link HiddenClass#constant}
   * @param sample the arguments of a warm-up run
   */
  static BlockLoops loop(
      String name,
      LaneType lanes,
      List<Parameter> parameters,
      String count,
      List<?> constants,
      Object[] sample,
      Consumer<KernelCode> body) {
    var typed = parameters.stream().map(parameter -> parameter.withElements(lanes)).toList();
    return BlockLoops.of(
        name,
        () ->
            method(
                name,
                lanes,
                typed,
                constants,
                code -> {
                  code.returnIfNone(count);
                  body.accept(code);
                }),
        sample,
        WarmUp.WORTH,
        true);
  }

  /** {@return the arguments of a warm-up run} */
  public static Object[] sample(List<Parameter> parameters, int elements) {
    return parameters.stream().map(parameter -> parameter.argument(elements)).toArray();
  }

  private Object argument(int elements) {
    if (type == int.class) {
      return sample;
    }
    int length = type == int[].class ? WarmUp.LOOPS : elements;
    return Array.newInstance(type.componentType(), length);
  }
}
