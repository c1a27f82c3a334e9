package io.cambric.compile;

import io.cambric.core.Lowering.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copy elision for concatenations: a step writes its result directly into a slice of a larger
 * array. It applies if the whole result is copied into a contiguous slice; its readers are
 * redirected to the slice. Example: the products whose results are stacked into one array.
 *
 * <p>{@link ConcatTargets} does the same for fusion groups that are still open when the larger
 * array is made, with slices of any strides.
 */
final class CopyElision {

  private final List<Step> steps;
  private final Set<Value.Place> kept;

  /** The slice that replaces each elided place. */
  private final Map<Value.Place, Value> slices = new IdentityHashMap<>();

  private CopyElision(List<Step> steps, List<Value.Place> kept) {
    this.steps = steps;
    this.kept = Collections.newSetFromMap(new IdentityHashMap<>());
    this.kept.addAll(kept);
  }

  /**
   * {@return equal steps without the copies that can be elided}
   *
   * @param kept places that must not move: results of the program
   */
  static List<Step> of(List<Step> steps, List<Value.Place> kept) {
    return new CopyElision(steps, kept).run();
  }

  private List<Step> run() {
    var remaining = new ArrayList<Step>();
    for (var step : steps) {
      if (step instanceof Step.Loop copy && isElidable(copy)) {
        slices.put(copy.inputs().getFirst().place(), copy.outputs().getFirst());
      } else {
        remaining.add(step);
      }
    }
    return slices.isEmpty()
        ? steps
        : remaining.stream().map(step -> step.with(this::moved)).toList();
  }

  /** {@return whether a loop copies the whole of an array into a contiguous slice of another} */
  private boolean isElidable(Step.Loop loop) {
    if (!loop.body().code().isEmpty() || loop.inputs().size() != 1 || loop.outputs().size() != 1) {
      return false;
    }
    var from = loop.inputs().getFirst();
    var to = loop.outputs().getFirst();
    var place = from.place();
    return from.isWhole()
        && !kept.contains(place)
        && !slices.containsKey(place)
        && place.length() < to.place().length()
        && place.dtype() == to.place().dtype()
        && to.layout().isDense();
  }

  private Value moved(Value value) {
    var slice = slices.get(value.place());
    if (slice == null) {
      return value;
    }
    var layout = value.layout();
    int offset = layout.offset() + slice.layout().offset();
    var inSlice = new Layout(layout.shape(), offset, layout.strides());
    return moved(new Value(slice.place(), inSlice, value.dtype()));
  }
}
