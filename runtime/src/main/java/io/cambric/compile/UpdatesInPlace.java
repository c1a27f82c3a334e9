package io.cambric.compile;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Has arrays made where kernels change elements of them, if nothing reads them as they were: a
 * scatter into what a loop computed writes its updates and no copy. Arguments that a program may
 * write over are the concern of {@link MemoryPlanner}.
 */
final class UpdatesInPlace {

  private final List<Step> steps;
  private final Set<Value.Place> kept = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value.Place, Integer> lastReads = new IdentityHashMap<>();

  /** The place that each one becomes which is given up. */
  private final Map<Value.Place, Value.Place> homes = new IdentityHashMap<>();

  private UpdatesInPlace(List<Step> steps, List<Value.Place> kept) {
    this.steps = steps;
    this.kept.addAll(kept);
    for (int i = 0; i < steps.size(); i++) {
      for (var input : steps.get(i).inputs()) {
        lastReads.put(input.place(), i);
      }
    }
  }

  /**
   * {@return equal steps, with results of kernels where the changed operands lie}
   *
   * @param kept places that have to stay as they are: results of the program
   */
  static List<Step> of(List<Step> steps, List<Value.Place> kept) {
    return new UpdatesInPlace(steps, kept).run();
  }

  private List<Step> run() {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.Call call
          && call.rule().updates() > 0
          && isChangedLast(call, i)) {
        homes.put(call.inputs().getFirst().place(), call.outputs().getFirst().place());
      }
    }
    return homes.isEmpty() ? steps : steps.stream().map(step -> step.with(this::moved)).toList();
  }

  /** {@return whether a call changes an array that nothing reads from then on, nor it otherwise} */
  private boolean isChangedLast(Step.Call call, int now) {
    var first = call.inputs().getFirst();
    return changes(call, first.place())
        && first.isWhole()
        && call.outputs().getFirst().isWhole()
        && !kept.contains(first.place())
        && Objects.equals(lastReads.get(first.place()), now);
  }

  /**
   * {@return whether a call can make its result over a place, which is all of its first operand}
   */
  static boolean changes(Step.Call call, Value.Place place) {
    var inputs = call.inputs();
    return call.rule().updates() > 0
        && inputs.getFirst().place() == place
        && inputs.getFirst().layout().isDense()
        && inputs.getFirst().layout().offset() == 0
        && inputs.stream().skip(1).noneMatch(input -> input.place() == place);
  }

  private Value moved(Value value) {
    var home = homes.get(value.place());
    return home == null ? value : moved(new Value(home, value.layout(), value.dtype()));
  }
}
