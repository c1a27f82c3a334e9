package io.cambric.control;

import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * Which results of a checkpointed function are kept for the backward pass; the others are computed
 * again. {@link CheckpointPolicies} has the usual ones.
 */
@FunctionalInterface
public interface CheckpointPolicy {

  /**
   * {@return whether the results of an operation are kept}
   *
   * @param operation one of the forward pass, of which the derivative has been taken already, with
   *     jitted functions inlined; a loop is one operation
   * @param operands the avals it reads
   */
  boolean isSaveable(Primitive operation, List<ShapedArray> operands);
}
