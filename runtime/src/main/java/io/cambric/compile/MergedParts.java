package io.cambric.compile;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a merged loop, found by the memory that they read and write. A step may merge
 * thousands of loops.
 */
final class MergedParts {

  private final Map<Value.Place, List<Step.Loop>> readers = new IdentityHashMap<>();
  private final Map<Value.Place, List<Step.Loop>> writers = new IdentityHashMap<>();

  private MergedParts() {}

  static MergedParts of(Step.MergedLoop merged) {
    var parts = new MergedParts();
    for (var part : merged.parts()) {
      part.inputs().forEach(input -> register(parts.readers, input, part));
      part.outputs().forEach(output -> register(parts.writers, output, part));
    }
    return parts;
  }

  private static void register(
      Map<Value.Place, List<Step.Loop>> parts, Value value, Step.Loop part) {
    var known = parts.computeIfAbsent(value.place(), _ -> new ArrayList<>());
    if (known.isEmpty() || known.getLast() != part) {
      known.add(part);
    }
  }

  /** {@return the operands of the parts that write a place} */
  List<Value> inputsOf(Value.Place output) {
    return writers.getOrDefault(output, List.of()).stream()
        .flatMap(part -> part.inputs().stream())
        .toList();
  }

  /**
   * {@return whether an output may overwrite an operand: only parts that write the output read the
   * operand, and each reads it in the order of its points}
   */
  boolean mayOverwrite(Value.Place input, Value.Place output) {
    var writing = writers.getOrDefault(output, List.of());
    return writing.stream().allMatch(part -> MemoryPlanner.readsPointwise(part, input))
        && readers.getOrDefault(input, List.of()).stream()
            .allMatch(reading -> writing.stream().anyMatch(part -> part == reading));
  }
}
