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
 * @param type of an argument; Object for an operand with the elements of the lanes
 * @param sample the value in a warm-up run; tables are zeros there
 */
public record Parameter(String name, Class<?> type, int sample) {

  /**
   * {@return the parameters of a signature, such as {@code T[] x, float[] y, int[] table, int at,
   * int count = 2}} {@code T} is the element type of the lanes. The sample of a number may follow
   * it; its default is 0.
   */
  public static List<Parameter> list(String signature) {
    return Arrays.stream(signature.split(", "))
        .map(parameter -> parameter.split(" (= )?"))
        .map(words -> {
          var type =
              switch (words[0]) {
                case "T[]" -> Object.class;
                case "float[]" -> float[].class;
                case "int[]" -> int[].class;
                default -> int.class;
              };
          return new Parameter(words[1], type, words.length > 2 ? Integer.parseInt(words[2]) : 0);
        })
        .toList();
  }

  /** {@return this operand with elements other than floats; a table or number stays unchanged} */
  public Parameter withElements(LaneType lanes) {
    return type == float[].class ? new Parameter(name, lanes.array(), sample) : this;
  }

  /** {@return a method on vectors of one type; the code must end with its return} */
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
          var code = new KernelCode(builder, lanes, names);
          parameters.stream()
              .filter(parameter -> parameter.type == Object.class)
              .forEach(parameter -> code.cast(parameter.name));
          body.accept(code);
          builder.return_();
        });
  }

  /**
   * {@return a loop of a method on vectors; the code is written at its first use}
   *
   * @param count the parameter that counts the work; the loop returns at once if it is not positive
   * @param elements of an operand that suffice in a warm-up run
   */
  public static BlockLoops loop(
      String name,
      LaneType lanes,
      List<Parameter> parameters,
      String count,
      int elements,
      Consumer<KernelCode> body) {
    var sample = sample(lanes, parameters, elements);
    return loop(name, lanes, parameters, count, List.of(), sample, body);
  }

  /**
   * {@return a loop of a method that loads constants}
   *
   * @param constants objects that the method loads with {@link HiddenClass#constant}
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
    Consumer<KernelCode> whole =
        code -> {
          code.returnIfNone(count);
          body.accept(code);
        };
    return BlockLoops.of(
        name, () -> method(name, lanes, parameters, constants, whole), sample, WarmUp.WORTH);
  }

  /** {@return the arguments of a warm-up run} */
  public static Object[] sample(LaneType lanes, List<Parameter> parameters, int elements) {
    return parameters.stream().map(parameter -> parameter.argument(lanes, elements)).toArray();
  }

  private Object argument(LaneType lanes, int elements) {
    if (type == int.class) {
      return sample;
    }
    return type == int[].class
        ? new int[WarmUp.LOOPS]
        : Array.newInstance(lanes.array().componentType(), elements);
  }
}
