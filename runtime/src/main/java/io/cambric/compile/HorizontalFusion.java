package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.kernel.LoopBody;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes one step of loops with the same body that do not depend on each other, such as the updates
 * of all parameters of a model: one parallel region instead of one for each, in which small arrays
 * cost no synchronisation of their own.
 *
 * <p>Loops move down to the last of them, past what does not read their results; but not past calls
 * and control flow, so that arrays do not live longer than they have to. Equal bodies become one
 * object, so that kernels compile them once.
 */
final class HorizontalFusion {

  private final Map<LoopBody, LoopBody> bodies = new HashMap<>();

  /** With {@code null} where a loop moved down. */
  private final List<@Nullable Step> steps = new ArrayList<>();

  /** Loops that later ones may join, by their body. */
  private final Map<LoopBody, Open> open = new IdentityHashMap<>();

  /** Loops of one body, the last of which is the last step that has this body. */
  private static final class Open {
    final List<Step.Loop> parts = new ArrayList<>();
    final Set<Value.Place> written = Collections.newSetFromMap(new IdentityHashMap<>());
    int position;
  }

  private HorizontalFusion() {}

  /** {@return equal steps, of which some stand for several} */
  static List<Step> fuse(List<Step> steps) {
    var fusion = new HorizontalFusion();
    steps.forEach(fusion::visit);
    return fusion.steps.stream().filter(Objects::nonNull).toList();
  }

  private void visit(Step step) {
    switch (step) {
      case Step.Loop loop -> {
        closeReadBy(step);
        var shared = new Step.Loop(body(loop.body()), loop.shape(), loop.inputs(), loop.outputs());
        if (isFusible(loop)) {
          add(shared);
        } else {
          steps.add(shared);
        }
      }
      case Step.Reduce reduce -> {
        closeReadBy(step);
        steps.add(
            new Step.Reduce(
                reduce.op(),
                body(reduce.body()),
                reduce.shape(),
                reduce.kept(),
                reduce.inputs(),
                reduce.output()));
      }
      case Step.MergedLoop _, Step.Call _, Step.FusedCall _, Step.Control _ -> {
        open.clear();
        steps.add(step);
      }
    }
  }

  private LoopBody body(LoopBody body) {
    var known = bodies.putIfAbsent(body, body);
    return known == null ? body : known;
  }

  /** {@return whether the points of a loop lie in a line, whatever its shape} */
  private static boolean isFusible(Step.Loop loop) {
    return !loop.body().code().isEmpty()
        && !loop.body().hasRows()
        && !loop.shape().equals(Shape.scalar())
        && loop.inputs().stream().allMatch(input -> isScalar(input) || isWhole(input, loop));
  }

  private static boolean isScalar(Value input) {
    for (int stride : input.layout().strides()) {
      if (stride != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWhole(Value input, Step.Loop loop) {
    return input.layout().shape().equals(loop.shape()) && input.layout().isDense();
  }

  private void add(Step.Loop loop) {
    var joined = open.computeIfAbsent(loop.body(), _ -> new Open());
    joined.parts.add(loop);
    loop.outputs().forEach(output -> joined.written.add(output.place()));
    if (joined.parts.size() > 1) {
      steps.set(joined.position, null);
    }
    joined.position = steps.size();
    steps.add(joined.parts.size() > 1 ? new Step.MergedLoop(List.copyOf(joined.parts)) : loop);
  }

  /** Keeps loops where they are of which a step reads a result. */
  private void closeReadBy(Step step) {
    open.values()
        .removeIf(joined ->
            step.inputs().stream().anyMatch(input -> joined.written.contains(input.place())));
  }
}
