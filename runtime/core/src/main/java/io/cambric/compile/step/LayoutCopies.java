package io.cambric.compile.step;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies of values into row-major order, for kernels that read no other layout. Each value is
 * copied once.
 */
final class LayoutCopies {

  private record Key(
      Value.Place place, Shape shape, int offset, List<Integer> strides, DType dtype) {}

  private final List<Step> steps;
  private final Map<Key, Value> copies = new HashMap<>();

  /** Creates copies as steps that are appended to a program. */
  LayoutCopies(List<Step> steps) {
    this.steps = steps;
  }

  /** {@return a copy of a value in row-major order, possibly made earlier} */
  Value of(Value value) {
    var layout = value.layout();
    var strides = Arrays.stream(layout.strides()).boxed().toList();
    var key = new Key(value.place(), layout.shape(), layout.offset(), strides, value.dtype());
    return copies.computeIfAbsent(key, _ -> make(value));
  }

  private Value make(Value value) {
    var copy = Step.Loop.copyOf(value);
    steps.add(copy);
    return copy.outputs().getFirst();
  }
}
