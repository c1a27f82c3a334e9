package io.cambric.transform;

import io.cambric.control.CheckpointPolicies;
import io.cambric.control.CheckpointPolicy;

/**
 * What a checkpointed function keeps for the backward pass.
 *
 * @param policy which results are kept; by default none
 * @param preventCse whether the compiler is kept from merging the second computation with the
 *     first, which would keep everything after all
 */
public record CheckpointSpec(CheckpointPolicy policy, boolean preventCse) {

  /** Nothing but the arguments. */
  static final CheckpointSpec DEFAULT =
      new CheckpointSpec(CheckpointPolicies.nothingSaveable(), true);

  /** {@return this with another policy} */
  public CheckpointSpec policy(CheckpointPolicy other) {
    return new CheckpointSpec(other, preventCse);
  }

  /** {@return this with or without a barrier before the second computation} */
  public CheckpointSpec preventCse(boolean prevent) {
    return new CheckpointSpec(policy, prevent);
  }
}
