package io.cambric.processor.example;

import io.cambric.processor.dims.ArrayTypeText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An example that a test can be written from.
 *
 * @param number its position among the examples of the definition, from 1
 * @param module the Java expression that makes the module
 * @param method the name of the method
 * @param isVoid whether the method returns nothing
 * @param arguments the arguments of the method
 * @param results the arrays of the result; empty if they are not compared
 */
record ExampleModel(
    int number,
    String module,
    String method,
    boolean isVoid,
    List<Argument> arguments,
    List<ArrayTypeText> results) {

  /** An argument: an array without values, or a Java expression. */
  sealed interface Argument {

    /** An array, of which dtype and sizes are known. */
    record Given(ArrayTypeText array) implements Argument {

      @Override
      public String toString() {
        return array.toString();
      }
    }

    /** A Java expression. */
    record Computed(String expression) implements Argument {

      @Override
      public String toString() {
        return expression;
      }
    }
  }

  /** {@return the example as a call in Java, for messages} */
  String text() {
    return arguments.stream()
        .map(Argument::toString)
        .collect(Collectors.joining(", ", module + "." + method + "(", ")"));
  }
}
