package io.cambric.compile.step;

import io.cambric.compile.step.FusedProgram.Result;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of a fused program, one step per line. Inputs are {@code arg0, arg1 ...}, and places
 * that steps write are {@code p0, p1 ...} in order. A part of a place has its offset and strides in
 * braces.
 */
public final class StepsText {

  private final Map<Value.Place, String> names = new IdentityHashMap<>();
  private int written;

  private StepsText() {}

  /** {@return the steps, one per line} */
  public static String of(FusedProgram program) {
    return new StepsText().text(program);
  }

  private String text(FusedProgram program) {
    for (int i = 0; i < program.inputs().size(); i++) {
      names.put(program.inputs().get(i), "arg" + i);
    }
    var text = new StringBuilder();
    text.append(
        "fused program of %d arguments, %d steps\n"
            .formatted(program.inputs().size(), program.stepCount()));
    for (var segment : program.segments()) {
      for (int i = 0; i < segment.sections().size(); i++) {
        if (segment.isParallel()) {
          text.append("  section %d of %d\n".formatted(i + 1, segment.sections().size()));
        }
        var indent = segment.isParallel() ? "    " : "  ";
        segment.sections().get(i).forEach(step -> text.append(indent).append(line(step)));
      }
    }
    var results = program.results().stream().map(this::result);
    return text.append("  return ").append(results.collect(Collectors.joining(" "))).toString();
  }

  private String line(Step step) {
    // Operands first: the step that writes a place thus gives it its number.
    var inputs = list(step.inputs());
    return "%s = %s %s".formatted(list(step.outputs()), step.label(), inputs).strip() + "\n";
  }

  private String list(List<Value> values) {
    return values.stream().map(this::value).collect(Collectors.joining(" "));
  }

  private String result(Result result) {
    return switch (result) {
      case Result.Known(var literal) -> literal.toString();
      case Result.Input(int number) -> "arg" + number;
      case Result.Written(var value) -> value(value);
    };
  }

  private String value(Value value) {
    var layout = value.layout();
    var place = names.computeIfAbsent(value.place(), _ -> "p" + written++);
    boolean whole = layout.isDense() && layout.offset() == 0;
    return "%s:%s%s%s"
        .formatted(
            place,
            value.dtype(),
            layout.shape().toString().replace(" ", ""),
            whole && layout.shape().size() == value.place().length()
                ? ""
                : "{%d; %s}".formatted(layout.offset(), strides(layout.strides())));
  }

  private static String strides(int[] strides) {
    return Arrays.stream(strides).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }
}
