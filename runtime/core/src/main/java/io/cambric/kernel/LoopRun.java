package io.cambric.kernel;

import io.cambric.array.Shape;
import java.util.List;

/**
 * An iteration space of a loop body with its operands.
 *
 * @param shape sizes of the iteration space, outermost first
 * @param inputs one operand per input, with a stride for each dim
 * @param outputs one operand per result, with a stride for each dim
 */
public record LoopRun(Shape shape, List<Operand> inputs, List<Operand> outputs) {

  /** Copies the lists. */
  public LoopRun {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }
}
