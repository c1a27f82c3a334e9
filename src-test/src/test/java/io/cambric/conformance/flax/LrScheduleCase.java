package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.NdArray;
import io.cambric.nn.training.LrSchedule;
import io.cambric.nn.training.LrSchedule.EpochStep;
import io.cambric.optax.schedule.Schedule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A case of schedules in epochs; its note calls them, as in {@code constant(base, ...)}. */
final class LrScheduleCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final Pattern NUMBER = Pattern.compile("(\\w+)=([\\d.e-]+)");

  /** Values of f32 that are computed in another order. */
  private static final Tolerance TOLERANCE = Tolerance.of(2e-6, 1e-8);

  private static final Map<String, Object> SCHEDULES =
      Map.of(
          "constant",
          function(
              List.of("base", "steps_per_epoch", "warmup_length"),
              a ->
                  LrSchedule.createConstantLearningRateSchedule(
                      number(a, "base"),
                      (int) number(a, "steps_per_epoch"),
                      number(a, "warmup_length"))),
          "stepped",
          function(
              List.of("base", "steps_per_epoch", "lr_sched_steps", "warmup_length"),
              a ->
                  LrSchedule.createSteppedLearningRateSchedule(
                      number(a, "base"),
                      (int) number(a, "steps_per_epoch"),
                      epochSteps(a.get("lr_sched_steps")),
                      number(a, "warmup_length"))),
          "cosine",
          function(
              List.of("base", "steps_per_epoch", "halfcos_epochs", "warmup_length"),
              a ->
                  LrSchedule.createCosineLearningRateSchedule(
                      number(a, "base"),
                      (int) number(a, "steps_per_epoch"),
                      number(a, "halfcos_epochs"),
                      number(a, "warmup_length"))));

  private static PyFunction function(
      List<String> names, Function<Map<String, Object>, Schedule> make) {
    return (args, kwargs) -> {
      var named = new HashMap<String, Object>();
      for (int i = 0; i < args.size(); i++) {
        named.put(names.get(i), Objects.requireNonNull(args.get(i)));
      }
      kwargs.forEach((name, value) -> named.put(name, Objects.requireNonNull(value)));
      return make.apply(named);
    };
  }

  private static double number(Map<String, Object> arguments, String name) {
    return arguments.get(name) instanceof Number given ? given.doubleValue() : 0;
  }

  private static List<EpochStep> epochSteps(@Nullable Object pairs) {
    return ((List<?>) Objects.requireNonNull(pairs))
        .stream()
            .map(pair -> (List<?>) pair)
            .map(pair ->
                new EpochStep(
                    ((Number) pair.get(0)).doubleValue(), ((Number) pair.get(1)).doubleValue()))
            .toList();
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var variables = new HashMap<String, Object>(SCHEDULES);
    var calls = golden.text("note").split("; ");
    for (var each : calls) {
      var number = NUMBER.matcher(each);
      if (number.matches()) {
        variables.put(number.group(1), Double.parseDouble(number.group(2)));
      }
    }
    for (var call : calls) {
      int name = call.indexOf('(');
      if (name > 0) {
        checkSchedule(
            golden,
            call.substring(0, name),
            (Schedule) Objects.requireNonNull(PYTHON.evaluate(call, variables)),
            check);
      }
    }
  }

  private static void checkSchedule(
      GoldenCase golden, String name, Schedule schedule, Check check) {
    var expected = golden.json().get("expected").get(name);
    var steps = golden.json().get("steps");
    for (int i = 0; i < steps.size(); i++) {
      int step = steps.get(i).intValue();
      check.array(
          name + " at step " + step,
          Numbers.nested(expected.get(i), DType.F32),
          schedule.value(NdArray.scalar(DType.I32, step)).astype(DType.F32),
          TOLERANCE);
    }
  }
}
