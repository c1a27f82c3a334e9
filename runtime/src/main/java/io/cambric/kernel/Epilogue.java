package io.cambric.kernel;

import java.util.List;

/**
 * A loop over all points of the result of a product or a convolution, to be run on each part of it
 * as soon as the part is there and in the cache. It reads the result, which it may write over,
 * point by point, and combines no rows.
 *
 * @param body what is computed at each point
 * @param dims sizes of the iteration space, whose points are the elements of the result in
 *     row-major order
 * @param inputs one operand an input, with a stride for each dim
 * @param outputs one operand a result, with a stride for each dim
 */
public record Epilogue(LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {

  /** Copies the lists. */
  public Epilogue {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** Runs the whole loop, for a result that is whole. */
  void run(Kernels kernels) {
    kernels.loop(body, dims, inputs, outputs);
  }
}
