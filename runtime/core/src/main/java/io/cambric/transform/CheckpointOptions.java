package io.cambric.transform;

import io.cambric.control.CheckpointPolicies;
import io.cambric.control.CheckpointPolicy;

/**
 * The options of a checkpointed function: the values that it keeps for the backward pass.
 *
 * @param policy selects the results that are kept; by default none
 * @param preventCse whether a barrier keeps the compiler from merging the recomputation with the
 *     forward pass; merging would keep every result
 */
record CheckpointOptions(CheckpointPolicy policy, boolean preventCse) {

  /** Only the arguments are kept. */
  static final CheckpointOptions DEFAULT =
      new CheckpointOptions(CheckpointPolicies.nothingSaveable(), true);

  CheckpointOptions withPolicy(CheckpointPolicy other) {
    return new CheckpointOptions(other, preventCse);
  }

  CheckpointOptions withPreventCse(boolean prevent) {
    return new CheckpointOptions(policy, prevent);
  }
}
