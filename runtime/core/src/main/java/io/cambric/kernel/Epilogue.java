package io.cambric.kernel;

import java.util.List;

/**
 * An epilogue: a pointwise loop that a matrix product or convolution runs on each tile of its
 * result, while the tile is in the cache. Example: a bias and an activation. The loop reads the
 * result point by point, may overwrite it, and reduces no rows.
 *
 * @param body the computation at each point
 * @param dims sizes of the iteration space; its points are the elements of the result in row-major
 *     order
 * @param inputs one operand per input, with a stride for each dim
 * @param outputs one operand per result, with a stride for each dim
 */
public record Epilogue(LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {

  /** Copies the lists. */
  public Epilogue {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** Runs the loop on the whole result. */
  void run(Kernels kernels) {
    kernels.loop(body, dims, inputs, outputs);
  }
}
