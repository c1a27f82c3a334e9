package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.programs.CheckRun.Failure;
import io.cambric.programs.Program.Step;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Shrinking of a program that fails a check, as long as the smaller program still fails it. Outputs
 * are dropped, steps give way to one of their operands or to a constant, and unread steps are left
 * out. Programs within steps shrink too.
 */
final class Shrinker {

  private static final int MAX_TRIALS = 2000;

  private final Failure original;
  private Sample best;
  private Throwable cause;
  private int trials;

  private Shrinker(Failure original) {
    this.original = original;
    this.best = original.drawn();
    this.cause = original.cause();
  }

  /** {@return the failure with a smaller program} */
  static Failure shrink(Failure failure) {
    return new Shrinker(failure).run();
  }

  private Failure run() {
    boolean smaller = true;
    while (smaller && trials < MAX_TRIALS) {
      smaller = false;
      for (var candidate : candidates(best.program())) {
        if (fails(candidate)) {
          smaller = true;
          break;
        }
      }
    }
    return new Failure(original.check(), original.drawn(), best, cause);
  }

  private boolean fails(Program candidate) {
    if (trials++ > MAX_TRIALS) {
      return false;
    }
    var sample = best.with(candidate);
    try {
      CheckRun.run(original.check(), sample);
      return false;
    } catch (Throwable thrown) {
      // Another kind of error is another mistake, perhaps of the shrunk program.
      if (thrown.getClass() != cause.getClass()) {
        return false;
      }
      best = sample;
      cause = thrown;
      return true;
    }
  }

  private static List<Program> candidates(Program program) {
    var all = new ArrayList<Program>();
    var live = withoutDead(program, _ -> true);
    if (live.steps().size() < program.steps().size()) {
      all.add(live);
    }
    for (int i = 0; program.outputs().size() > 1 && i < program.outputs().size(); i++) {
      var outputs = new ArrayList<>(program.outputs());
      outputs.remove(i);
      all.add(with(program, program.steps(), outputs));
    }
    var types = types(program);
    for (int i = program.steps().size() - 1; types != null && i >= 0; i--) {
      int step = i;
      var without = withoutDead(program, dead -> dead == step);
      if (without.steps().size() < program.steps().size()) {
        all.add(without);
      } else {
        all.addAll(withoutStep(program, i, types));
        all.addAll(withSmallerBodies(program, i));
      }
    }
    return all;
  }

  private static Program with(Program program, List<Step> steps, List<Integer> outputs) {
    return new Program(program.inputs(), steps, outputs);
  }

  /** {@return the avals of all values, or {@code null} if it cannot be traced alone} */
  private static @Nullable List<ShapedArray> types(Program program) {
    var all = new ArrayList<Integer>();
    int count = program.inputs().size() + program.steps().stream().mapToInt(Step::results).sum();
    for (int i = 0; i < count; i++) {
      all.add(i);
    }
    List<Array> arguments = new ArrayList<>();
    program.inputs().forEach(aval -> arguments.add(Lax.full(aval, 0)));
    try {
      var every = with(program, program.steps(), all);
      return Transforms.makeJaxpr(every::apply, arguments).outputAvals();
    } catch (RuntimeException refused) {
      return null;
    }
  }

  /** {@return the program with the results of a step taken from elsewhere} */
  private static List<Program> withoutStep(Program program, int index, List<ShapedArray> types) {
    int first = firstResult(program, index);
    var step = program.steps().get(index);
    var all = new ArrayList<Program>();
    if (step.results() == 1) {
      for (int value = 0; value < first; value++) {
        if (types.get(value).equals(types.get(first))) {
          all.add(replaced(program, first, value));
        }
      }
    }
    if (!(step.operation() instanceof Operation.Constant)) {
      var steps = new ArrayList<>(program.steps().subList(0, index));
      for (int k = 0; k < step.results(); k++) {
        steps.add(new Step(new Operation.Constant(constant(types.get(first + k))), List.of(), 1));
      }
      steps.addAll(program.steps().subList(index + 1, program.steps().size()));
      all.add(with(program, steps, program.outputs()));
    }
    return all;
  }

  private static NdArray constant(ShapedArray aval) {
    double value = aval.dtype().isFloating() ? 0.5 : aval.dtype() == DType.BOOL ? 1 : 2;
    return (NdArray) Lax.full(aval, value);
  }

  private static int firstResult(Program program, int index) {
    return program.inputs().size()
        + program.steps().subList(0, index).stream().mapToInt(Step::results).sum();
  }

  private static Program replaced(Program program, int from, int to) {
    var steps = new ArrayList<Step>();
    for (var step : program.steps()) {
      var operands = new ArrayList<>(step.operands());
      Collections.replaceAll(operands, from, to);
      steps.add(new Step(step.operation(), operands, step.results()));
    }
    var outputs = new ArrayList<>(program.outputs());
    Collections.replaceAll(outputs, from, to);
    return with(program, steps, outputs);
  }

  /** {@return the program with one of those that a step holds made smaller} */
  private static List<Program> withSmallerBodies(Program program, int index) {
    var step = program.steps().get(index);
    var bodies = step.operation().bodies();
    var all = new ArrayList<Program>();
    for (int b = 0; b < bodies.size(); b++) {
      for (var candidate : candidates(bodies.get(b))) {
        if (candidate.outputs().size() != bodies.get(b).outputs().size()) {
          continue;
        }
        var others = new ArrayList<>(bodies);
        others.set(b, candidate);
        var steps = new ArrayList<>(program.steps());
        steps.set(
            index, new Step(step.operation().withBodies(others), step.operands(), step.results()));
        all.add(with(program, steps, program.outputs()));
      }
    }
    return all;
  }

  /** {@return the program without those of some steps whose results nothing reads} */
  private static Program withoutDead(Program program, IntPredicate some) {
    var needed = new TreeSet<>(program.outputs());
    var kept = new ArrayList<Integer>();
    for (int i = program.steps().size() - 1; i >= 0; i--) {
      var step = program.steps().get(i);
      int first = firstResult(program, i);
      if (!some.test(i) || !needed.subSet(first, first + step.results()).isEmpty()) {
        needed.addAll(step.operands());
        kept.addFirst(i);
      }
    }
    int inputs = program.inputs().size();
    int count = firstResult(program, program.steps().size());
    int[] renamed = new int[count];
    for (int i = 0; i < inputs; i++) {
      renamed[i] = i;
    }
    int next = inputs;
    var steps = new ArrayList<Step>();
    for (int i : kept) {
      var step = program.steps().get(i);
      for (int k = 0; k < step.results(); k++) {
        renamed[firstResult(program, i) + k] = next++;
      }
      var operands = step.operands().stream().map(value -> renamed[value]).toList();
      steps.add(new Step(step.operation(), operands, step.results()));
    }
    return with(program, steps, program.outputs().stream().map(value -> renamed[value]).toList());
  }
}
