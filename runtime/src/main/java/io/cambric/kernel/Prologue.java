package io.cambric.kernel;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import java.util.List;

/**
 * A loop whose one result at each point is an element of an operand of a product or a convolution,
 * to be computed where that reads it, and never stored as a whole. It combines no rows.
 *
 * <p>Offset and strides of the operand count the points of the loop in row-major order; its buffer
 * tells the dtype and holds nothing.
 *
 * @param operand the number of the operand
 * @param body what is computed at each point
 * @param dims sizes of the iteration space
 * @param inputs one operand an input, with a stride for each dim
 */
public record Prologue(int operand, LoopBody body, int[] dims, List<Operand> inputs) {

  /** Copies the list. */
  public Prologue {
    inputs = List.copyOf(inputs);
  }

  /** {@return the operand after running the whole loop} */
  Operand whole(Kernels kernels, Operand computed) {
    var shape = Shape.of(dims);
    var buffer = Buffer.allocate(computed.buffer().dtype(), shape.size());
    kernels.loop(body, dims, inputs, List.of(Operand.dense(buffer, shape)));
    return new Operand(buffer, computed.offset(), computed.strides());
  }
}
