package io.cambric.compile;

import io.cambric.core.Lowering;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has arrays made where kernels change elements of them, or loops carry them from round to round,
 * if nothing reads them as they were: a scatter into what was computed before writes its updates
 * and no copy. Arguments that a program may write over are the concern of {@link MemoryPlanner}.
 */
final class InPlaceUpdates {

  private final List<Step> steps;
  private final Set<Value.Place> kept = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value.Place, Integer> lastReads = new IdentityHashMap<>();

  /** The place that each one becomes which is given up. */
  private final Map<Value.Place, Value.Place> homes = new IdentityHashMap<>();

  private InPlaceUpdates(List<Step> steps, List<Value.Place> kept) {
    this.steps = steps;
    this.kept.addAll(kept);
    for (int i = 0; i < steps.size(); i++) {
      for (var input : steps.get(i).inputs()) {
        lastReads.put(input.place(), i);
      }
    }
  }

  /**
   * {@return equal steps, with results where the operands lie that they are made of}
   *
   * @param kept places that have to stay as they are: results of the program
   */
  static List<Step> of(List<Step> steps, List<Value.Place> kept) {
    return new InPlaceUpdates(steps, kept).run();
  }

  private List<Step> run() {
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (step instanceof Step.Call || step instanceof Step.Control) {
        for (var input : step.inputs()) {
          place(input, step, i);
        }
      }
    }
    return homes.isEmpty() ? steps : steps.stream().map(step -> step.with(this::moved)).toList();
  }

  /** Has an operand made where the result of its last reader lies, if that can be made over it. */
  private void place(Value operand, Step reader, int now) {
    var place = operand.place();
    if (operand.isWhole()
        && !kept.contains(place)
        && Objects.equals(lastReads.get(place), now)
        && madeOver(reader, place) instanceof Value result
        && result.isWhole()) {
      homes.put(place, result.place());
    }
  }

  /**
   * {@return the result of a kernel or a loop that can be made over a place, which is read nowhere
   * else in the step; {@code null} if none can}
   */
  static @Nullable Value madeOver(Step step, Value.Place place) {
    int operand = -1;
    for (int i = 0; i < step.inputs().size(); i++) {
      if (step.inputs().get(i).place() == place) {
        if (operand >= 0) {
          return null;
        }
        operand = i;
      }
    }
    int result =
        switch (step) {
          case Step.Call call -> operand == 0 && call.rule().updates() > 0 ? 0 : -1;
          case Step.Control(Lowering.Scan scan, _, _) ->
              operand < scan.constants() + scan.carries() ? operand - scan.constants() : -1;
          case Step.Control(Lowering.While loop, _, _) ->
              operand - loop.conditionConstants() - loop.bodyConstants();
          default -> -1;
        };
    if (operand < 0 || result < 0 || result >= step.outputs().size()) {
      return null;
    }
    var layout = step.inputs().get(operand).layout();
    return layout.isDense() && layout.offset() == 0 ? step.outputs().get(result) : null;
  }

  private Value moved(Value value) {
    var home = homes.get(value.place());
    return home == null ? value : moved(new Value(home, value.layout(), value.dtype()));
  }
}
