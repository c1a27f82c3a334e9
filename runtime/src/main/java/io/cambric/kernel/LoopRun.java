package io.cambric.kernel;

import io.cambric.array.Shape;
import java.util.List;

/**
 * One iteration space of a loop body with its operands.
 *
 * @param shape sizes of the iteration space, outermost first
 * @param inputs one operand an input, with a stride for each dim
 * @param outputs one operand a result, with a stride for each dim
 */
public record LoopRun(Shape shape, List<Operand> inputs, List<Operand> outputs) {

  /** Copies the lists. */
  public LoopRun {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }
}
