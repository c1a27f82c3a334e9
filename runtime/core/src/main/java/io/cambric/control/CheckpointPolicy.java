package io.cambric.control;

import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * A rematerialization policy: which results of a checkpointed function are saved as residuals. The
 * backward pass recomputes the others. {@link CheckpointPolicies} has the usual policies.
 */
@FunctionalInterface
public interface CheckpointPolicy {

  /**
   * {@return whether the results of an operation are saved}
   *
   * @param operation an operation of the forward pass after differentiation, with jitted functions
   *     inlined; a loop is one operation
   * @param operands the avals of its operands
   */
  boolean isSaveable(Primitive operation, List<ShapedArray> operands);
}
