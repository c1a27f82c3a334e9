package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A function of arrays as data, so that it can be counted, printed and shrunk. Values are numbered:
 * the inputs first, then the results of the steps.
 *
 * @param inputs avals of the arguments
 * @param steps each reading values before it
 * @param outputs the values it returns
 */
record Program(List<ShapedArray> inputs, List<Step> steps, List<Integer> outputs) {

  /** An operation on values. */
  record Step(Operation operation, List<Integer> operands, int results) {}

  /** Copies the lists. */
  Program {
    inputs = List.copyOf(inputs);
    steps = List.copyOf(steps);
    outputs = List.copyOf(outputs);
  }

  /** {@return the results, each step applied in the current trace} */
  List<Array> apply(List<Array> arguments) {
    return Planting.around(() -> run(arguments, Operation::apply));
  }

  /** {@return the results on concrete arrays, without the library's control flow} */
  List<Array> applyPlainly(List<Array> arguments) {
    return run(arguments, Operation::applyPlainly);
  }

  /** {@return the results, each step evaluated in a way} */
  List<Array> run(List<Array> arguments, BiFunction<Operation, List<Array>, List<Array>> way) {
    var values = new ArrayList<Array>(arguments);
    for (var step : steps) {
      values.addAll(way.apply(step.operation(), choose(values, step.operands())));
    }
    return choose(values, outputs);
  }

  private static List<Array> choose(List<Array> values, List<Integer> numbers) {
    var chosen = new ArrayList<Array>(numbers.size());
    for (int number : numbers) {
      chosen.add(values.get(number));
    }
    return chosen;
  }

  /** {@return the restrictions of all steps, those of held programs included} */
  Set<Restriction> restrictions() {
    var restrictions = EnumSet.noneOf(Restriction.class);
    forEach(operation -> restrictions.addAll(operation.restrictions()));
    return restrictions;
  }

  /** Visits the operations, those of held programs included. */
  void forEach(Consumer<Operation> visitor) {
    for (var step : steps) {
      visitor.accept(step.operation());
      step.operation().bodies().forEach(body -> body.forEach(visitor));
    }
  }

  /** {@return the number of steps, those of held programs included} */
  int size() {
    int[] size = new int[1];
    forEach(_ -> size[0]++);
    return size[0];
  }

  /** {@return one step a line, values as v0, v1, ...} */
  String toText() {
    return text("");
  }

  private String text(String indent) {
    var text = new StringBuilder("{ ");
    int next = 0;
    for (var input : inputs) {
      text.append('v').append(next++).append(':').append(input.toText()).append(' ');
    }
    text.append("->\n");
    for (var step : steps) {
      text.append(indent).append("    ");
      for (int i = 0; i < step.results(); i++) {
        text.append('v').append(next++).append(' ');
      }
      text.append("= ").append(step.operation().text()).append(names(step.operands(), " "));
      for (var body : step.operation().bodies()) {
        text.append(' ').append(body.text(indent + "    "));
      }
      text.append('\n');
    }
    return text.append(indent)
        .append("  return")
        .append(names(outputs, " "))
        .append(" }")
        .toString();
  }

  private static String names(List<Integer> numbers, String before) {
    return numbers.stream().map(number -> before + "v" + number).collect(Collectors.joining());
  }
}
