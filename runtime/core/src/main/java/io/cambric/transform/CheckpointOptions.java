package io.cambric.transform;

import io.cambric.control.CheckpointPolicies;
import io.cambric.control.CheckpointPolicy;

/**
 * The options of a checkpointed function: the values that it keeps for the backward pass.
 *
 * @param policy which results are kept; by default none
 * @param preventCse whether the compiler is kept from merging the second computation with the
 *     first, which would keep everything after all
 */
record CheckpointOptions(CheckpointPolicy policy, boolean preventCse) {

  /** Nothing but the arguments. */
  static final CheckpointOptions DEFAULT =
      new CheckpointOptions(CheckpointPolicies.nothingSaveable(), true);

  CheckpointOptions withPolicy(CheckpointPolicy other) {
    return new CheckpointOptions(other, preventCse);
  }

  CheckpointOptions withPreventCse(boolean prevent) {
    return new CheckpointOptions(policy, prevent);
  }
}
