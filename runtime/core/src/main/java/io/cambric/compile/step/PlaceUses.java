package io.cambric.compile.step;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The numbers of the steps of a section that read, or that write, each place. Mutable: passes that
 * merge steps move their uses.
 */
final class PlaceUses {

  private final Function<Step, List<Value>> values;
  private final Map<Value.Place, NavigableSet<Integer>> uses = new IdentityHashMap<>();

  private PlaceUses(List<Step> steps, Function<Step, List<Value>> values) {
    this.values = values;
    for (int i = 0; i < steps.size(); i++) {
      add(steps.get(i), i);
    }
  }

  /** {@return the steps that read each place} */
  static PlaceUses readers(List<Step> steps) {
    return new PlaceUses(steps, Step::inputs);
  }

  /** {@return the steps that write each place} */
  static PlaceUses writers(List<Step> steps) {
    return new PlaceUses(steps, Step::outputs);
  }

  private void add(Step step, int number) {
    for (var value : values.apply(step)) {
      uses.computeIfAbsent(value.place(), _ -> new TreeSet<>()).add(number);
    }
  }

  /** Moves the uses of a step that becomes part of another. */
  void move(Step step, int from, int to) {
    for (var value : values.apply(step)) {
      of(value.place()).remove(from);
    }
    add(step, to);
  }

  /** {@return the numbers of the steps that use a place, ascending} */
  NavigableSet<Integer> of(Value.Place place) {
    return uses.getOrDefault(place, new TreeSet<>());
  }

  /** {@return whether a step between two others uses a place} */
  boolean isBetween(Value.Place place, int first, int last) {
    var next = of(place).higher(first);
    return next != null && next < last;
  }
}
