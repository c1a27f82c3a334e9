package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Table;
import io.cambric.conformance.python.Interpreter;
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
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A case of schedules in epochs; its note calls them, as in {@code constant(base, ...)}. */
final class LrScheduleCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final Pattern VARIABLE = Pattern.compile("(\\w+)\\s*=\\s*(.+)");
  private static final Pattern CALL = Pattern.compile("(\\w+)\\(.*\\)");
  private static final String BASE = "base_learning_rate";
  private static final String STEPS = "steps_per_epoch";
  private static final String WARMUP = "warmup_length";

  /** Values of f32 that are computed in another order. */
  private static final Tolerance TOLERANCE = Tolerance.of(2e-6, 1e-8);

  private static final Table SCHEDULES = schedules();

  private static Table schedules() {
    var table = new Table();
    table.put(
        "constant(base_learning_rate, steps_per_epoch, warmup_length)",
        a ->
            LrSchedule.createConstantLearningRateSchedule(
                a.number(BASE), a.integer(STEPS), a.number(WARMUP, 0)));
    table.put(
        "stepped(base_learning_rate, steps_per_epoch, lr_sched_steps, warmup_length)",
        a ->
            LrSchedule.createSteppedLearningRateSchedule(
                a.number(BASE),
                a.integer(STEPS),
                epochSteps(a.list("lr_sched_steps")),
                a.number(WARMUP, 0)));
    table.put(
        "cosine(base_learning_rate, steps_per_epoch, halfcos_epochs, warmup_length)",
        a ->
            LrSchedule.createCosineLearningRateSchedule(
                a.number(BASE), a.integer(STEPS), a.number("halfcos_epochs"), a.number(WARMUP, 0)));
    return table;
  }

  private static List<EpochStep> epochSteps(List<?> pairs) {
    return pairs.stream()
        .map(pair -> (List<?>) pair)
        .map(pair ->
            new EpochStep(
                ((Number) pair.get(0)).doubleValue(), ((Number) pair.get(1)).doubleValue()))
        .toList();
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var variables = new HashMap<String, Object>(SCHEDULES.functions());
    var calls = new HashMap<String, String>();
    for (var each : golden.text("note").split(";\\s*")) {
      var variable = VARIABLE.matcher(each);
      var call = CALL.matcher(each);
      if (variable.matches()) {
        variables.put(
            variable.group(1),
            Objects.requireNonNull(PYTHON.evaluate(variable.group(2), Map.of())));
      } else if (call.matches()) {
        calls.put(call.group(1), each);
      }
    }
    for (var each : golden.json().get("expected").properties()) {
      var call = calls.get(each.getKey());
      if (call == null) {
        throw new UnsupportedFeature("schedule:" + each.getKey());
      }
      var schedule = (Schedule) Objects.requireNonNull(PYTHON.evaluate(call, variables));
      checkSchedule(each.getKey(), golden.json().get("steps"), schedule, each.getValue(), check);
    }
  }

  private static void checkSchedule(
      String name, JsonNode steps, Schedule schedule, JsonNode expected, Check check) {
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
