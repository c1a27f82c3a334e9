package io.cambric.kernel.straight;

import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import java.util.List;

/** A step of straight code: a call of a kernel on so few elements that its code can be inlined. */
public sealed interface SmallStep {

  /**
   * A body at each point of an iteration space.
   *
   * @param dims sizes of the space, outermost first
   * @param outputs one a result, with a stride for each dim
   */
  record Loop(LoopBody body, int[] dims, List<Access> inputs, List<Access> outputs)
      implements SmallStep {}

  /**
   * A reduction of what a body computes.
   *
   * @param dims sizes of the space, kept dims first
   * @param kept the number of kept dims
   * @param output with a stride for each kept dim
   */
  record Reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Access> inputs, Access output)
      implements SmallStep {}

  /** {@return the computation at each point} */
  LoopBody body();

  /** {@return sizes of the iteration space} */
  int[] dims();

  /** {@return one access an input of the body, with a stride for each dim} */
  List<Access> inputs();
}
