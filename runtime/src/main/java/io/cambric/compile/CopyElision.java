package io.cambric.compile;

import io.cambric.core.Lowering.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Has arrays written where they would be copied to: what a product, a reduction or a loop makes,
 * and is then copied to lie in one piece inside of a larger array, is made there, and all that read
 * it read it there. {@link ConcatTargets} does the same for loops that are still open when the
 * larger array is made, with parts in any order.
 */
final class CopyElision {

  private final List<Step> steps;
  private final Set<Value.Place> kept;

  /** Where places that are given up lie now. */
  private final Map<Value.Place, Value> homes = new IdentityHashMap<>();

  private CopyElision(List<Step> steps, List<Value.Place> kept) {
    this.steps = steps;
    this.kept = Collections.newSetFromMap(new IdentityHashMap<>());
    this.kept.addAll(kept);
  }

  /**
   * {@return equal steps without such copies}
   *
   * @param kept places that have to stay as they are: results of the program
   */
  static List<Step> of(List<Step> steps, List<Value.Place> kept) {
    return new CopyElision(steps, kept).run();
  }

  private List<Step> run() {
    var left = new ArrayList<Step>();
    for (var step : steps) {
      if (step instanceof Step.Loop copy && isPart(copy)) {
        homes.put(copy.inputs().getFirst().place(), copy.outputs().getFirst());
      } else {
        left.add(step);
      }
    }
    return homes.isEmpty() ? steps : left.stream().map(step -> step.with(this::moved)).toList();
  }

  /** {@return whether a loop copies the whole of an array into one piece of another} */
  private boolean isPart(Step.Loop loop) {
    if (!loop.body().code().isEmpty() || loop.inputs().size() != 1 || loop.outputs().size() != 1) {
      return false;
    }
    var from = loop.inputs().getFirst();
    var to = loop.outputs().getFirst();
    var place = from.place();
    return from.isWhole()
        && !kept.contains(place)
        && !homes.containsKey(place)
        && place.length() < to.place().length()
        && place.dtype() == to.place().dtype()
        && to.layout().isDense();
  }

  private Value moved(Value value) {
    var home = homes.get(value.place());
    if (home == null) {
      return value;
    }
    var layout = value.layout();
    int offset = layout.offset() + home.layout().offset();
    var there = new Layout(layout.shape(), offset, layout.strides());
    return moved(new Value(home.place(), there, value.dtype()));
  }
}
