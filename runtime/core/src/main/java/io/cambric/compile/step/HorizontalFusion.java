package io.cambric.compile.step;

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
 * Horizontal fusion: merges independent loops with equal bodies into one step. One parallel region
 * then runs them all, so small arrays share its synchronisation. Example: the Adam update of all
 * parameters.
 *
 * <p>Loops sink to the last loop of the merged step, past steps that do not read their results.
 * They do not sink past calls and control flow, because longer live ranges take more memory. Equal
 * bodies become one object, so that kernels compile them once.
 */
public final class HorizontalFusion {

  private final Map<LoopBody, LoopBody> bodies = new HashMap<>();

  /** The steps, with {@code null} in place of a loop that sank. */
  private final List<@Nullable Step> steps = new ArrayList<>();

  /** Loops that later loops may be merged with, by their body. */
  private final Map<LoopBody, MergeCandidate> open = new IdentityHashMap<>();

  /** Loops of one body, with the position of the last one. */
  private static final class MergeCandidate {
    final List<Step.Loop> parts = new ArrayList<>();
    final Set<Value.Place> written = Collections.newSetFromMap(new IdentityHashMap<>());
    int position;
  }

  /**
   * {@return an equal program with merged loops}
   *
   * <p>Loops of sections that run at the same time are not merged.
   */
  public static FusedProgram fuse(FusedProgram program) {
    var pass = new HorizontalFusion();
    return program.withSegments(
        program.segments().stream()
            .map(segment -> segment.each(segment.isParallel() ? pass::share : pass::merge))
            .toList());
  }

  private List<Step> merge(List<Step> sequence) {
    sequence.forEach(this::visit);
    var fused = steps.stream().filter(Objects::nonNull).toList();
    steps.clear();
    open.clear();
    return fused;
  }

  /** {@return the same steps, with one object for equal bodies} */
  private List<Step> share(List<Step> sequence) {
    return sequence.stream().map(this::shared).toList();
  }

  private Step shared(Step step) {
    return switch (step) {
      case Step.Loop loop -> shared(loop);
      case Step.Reduce reduce ->
          new Step.Reduce(
              reduce.op(),
              body(reduce.body()),
              reduce.shape(),
              reduce.kept(),
              reduce.inputs(),
              reduce.output());
      case Step.MergedLoop _, Step.Call _, Step.FusedCall _, Step.Control _ -> step;
    };
  }

  private Step.Loop shared(Step.Loop loop) {
    return new Step.Loop(body(loop.body()), loop.shape(), loop.inputs(), loop.outputs());
  }

  private void visit(Step step) {
    switch (step) {
      case Step.Loop loop -> {
        closeReadBy(step);
        if (isFusible(loop)) {
          add(shared(loop));
        } else {
          steps.add(shared(loop));
        }
      }
      case Step.Reduce reduce -> {
        closeReadBy(step);
        steps.add(shared(reduce));
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

  /** {@return whether a loop writes whole arrays, and is one-dimensional in memory} */
  private static boolean isFusible(Step.Loop loop) {
    return !loop.body().code().isEmpty()
        && !loop.body().hasRows()
        && !loop.shape().equals(Shape.scalar())
        && loop.outputs().stream().allMatch(Value::isWhole)
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
    var candidate = open.computeIfAbsent(loop.body(), _ -> new MergeCandidate());
    candidate.parts.add(loop);
    loop.outputs().forEach(output -> candidate.written.add(output.place()));
    if (candidate.parts.size() > 1) {
      steps.set(candidate.position, null);
    }
    candidate.position = steps.size();
    steps.add(
        candidate.parts.size() > 1 ? new Step.MergedLoop(List.copyOf(candidate.parts)) : loop);
  }

  /** Removes the candidates whose results a step reads. */
  private void closeReadBy(Step step) {
    open.values()
        .removeIf(candidate ->
            step.inputs().stream().anyMatch(input -> candidate.written.contains(input.place())));
  }
}
