package io.cambric.compile.step;

import io.cambric.compile.fusion.Fuser;
import io.cambric.core.Lowering.Layout;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copy elision for concatenations: a step writes its result directly into a slice of a larger
 * array. This requires that the whole result is copied into a contiguous slice. The readers of the
 * result then read the slice. Example: the products whose results are stacked into one array.
 *
 * <p>{@link Fuser} does the same for fusion groups that are open at the concatenation, with slices
 * of any strides.
 */
public final class CopyElision {

  private final Set<Value.Place> kept = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The copies that are elided. */
  private final Set<Step> elided = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The slice that replaces each elided place. */
  private final Map<Value.Place, Value> slices = new IdentityHashMap<>();

  /** Excludes the results of the program. */
  private CopyElision(FusedProgram program) {
    kept.addAll(program.resultPlaces());
  }

  /** {@return an equal program without the copies that can be elided} */
  public static FusedProgram elide(FusedProgram program) {
    return new CopyElision(program).run(program);
  }

  private FusedProgram run(FusedProgram program) {
    for (var step : program.steps()) {
      if (step instanceof Step.Loop copy && isElidable(copy)) {
        slices.put(copy.inputs().getFirst().place(), copy.outputs().getFirst());
        elided.add(copy);
      }
    }
    return slices.isEmpty() ? program : program.eachSection(this::remaining);
  }

  private List<Step> remaining(List<Step> steps) {
    return steps.stream()
        .filter(step -> !elided.contains(step))
        .map(step -> step.with(this::moved))
        .toList();
  }

  /** {@return whether a loop copies a whole array into a contiguous slice of another} */
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
