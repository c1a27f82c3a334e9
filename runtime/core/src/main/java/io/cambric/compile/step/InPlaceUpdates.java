package io.cambric.compile.step;

import io.cambric.core.Lowering;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In-place updates: computes an operand in the memory of the result that overwrites it. The kernel
 * or loop that updates the operand is its last reader. Example: a scatter into a computed array
 * writes its updates and copies nothing. The same holds for the carries of a loop.
 *
 * <p>{@code MemoryPlanner} does the same for donated arguments.
 */
public final class InPlaceUpdates {

  private final List<Step> steps;
  private final Set<Value.Place> kept = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value.Place, Integer> lastReads = new IdentityHashMap<>();

  /** The place that replaces each removed place. */
  private final Map<Value.Place, Value.Place> replacements = new IdentityHashMap<>();

  /** Excludes the results of the program. */
  private InPlaceUpdates(FusedProgram program) {
    steps = program.steps();
    kept.addAll(program.resultPlaces());
    for (int i = 0; i < steps.size(); i++) {
      for (var input : steps.get(i).inputs()) {
        lastReads.put(input.place(), i);
      }
    }
  }

  /** {@return an equal program, with operands in the memory of the results that overwrite them} */
  public static FusedProgram place(FusedProgram program) {
    var pass = new InPlaceUpdates(program);
    pass.run();
    return pass.replacements.isEmpty() ? program : program.eachSection(pass::moved);
  }

  private void run() {
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (step instanceof Step.Call || step instanceof Step.Control) {
        for (var input : step.inputs()) {
          place(input, step, i);
        }
      }
    }
  }

  /**
   * Puts an operand into the memory of the result of its last reader, if the reader may overwrite
   * it.
   */
  private void place(Value operand, Step reader, int now) {
    var place = operand.place();
    if (operand.isWhole()
        && !kept.contains(place)
        && Objects.equals(lastReads.get(place), now)
        && madeOver(reader, place) instanceof Value result
        && result.isWhole()) {
      replacements.put(place, result.place());
    }
  }

  /**
   * {@return the result of a kernel or a loop that can overwrite a place; {@code null} if there is
   * none} The step must read the place once.
   */
  public static @Nullable Value madeOver(Step step, Value.Place place) {
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
          case Step.Call call ->
              operand == 0 && call.rule().traits().updates().isPresent() ? 0 : -1;
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

  private List<Step> moved(List<Step> section) {
    return section.stream().map(step -> step.with(this::moved)).toList();
  }

  private Value moved(Value value) {
    var replacement = replacements.get(value.place());
    return replacement == null
        ? value
        : moved(new Value(replacement, value.layout(), value.dtype()));
  }
}
