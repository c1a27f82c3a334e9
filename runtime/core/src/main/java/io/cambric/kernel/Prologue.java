package io.cambric.kernel;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import java.util.List;

/**
 * A prologue: a pointwise loop that computes an operand of a matrix product or convolution panel by
 * panel, where the kernel packs it. The operand is never stored as a whole. The loop has one result
 * and reduces no rows.
 *
 * <p>Offset and strides of the operand count the points of the loop in row-major order. Its buffer
 * is empty and only has the dtype.
 *
 * @param operand the number of the operand
 * @param body the computation at each point
 * @param dims sizes of the iteration space
 * @param inputs one operand per input, with a stride for each dim
 */
public record Prologue(int operand, LoopBody body, int[] dims, List<Operand> inputs) {

  /** Copies the list. */
  public Prologue {
    inputs = List.copyOf(inputs);
  }

  /** {@return the operand in memory, computed by a run of the whole loop} */
  Operand whole(Kernels kernels, Operand computed) {
    var shape = Shape.of(dims);
    var buffer = Buffer.allocate(computed.buffer().dtype(), shape.size());
    kernels.loop(body, dims, inputs, List.of(Operand.dense(buffer, shape)));
    return new Operand(buffer, computed.offset(), computed.strides());
  }
}
