package io.cambric.module;

import io.cambric.control.CheckpointPolicy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.lift.RematLift;

/**
 * The options of {@code remat}, as methods of its result: a module or a function of modules. Each
 * method returns another value.
 *
 * {@snippet :
 * Block.of(256).remat().policy(CheckpointPolicies.dotsSaveable());
 * }
 *
 * <p>Only generated classes and the functions of {@link Lift} implement it.
 *
 * @param <S> the class of the value
 * @see RematLift
 */
public interface RematVerbs<S> {

  /** {@return this with a policy that names the residuals that are kept} */
  default S policy(CheckpointPolicy policy) {
    return with(lift().withPolicy(policy));
  }

  /** {@return this with or without a barrier between the first and the second computation} */
  default S preventCse(boolean prevent) {
    return with(lift().withPreventCse(prevent));
  }

  /** {@return this with other collections that can be used} */
  default S variables(CollectionFilter collections) {
    return with(lift().withVariables(collections));
  }

  /** {@return this with other streams that can be used} */
  default S rngs(CollectionFilter streams) {
    return with(lift().withRngs(streams));
  }

  private RematLift lift() {
    return Verbs.lift(this, RematLift.class);
  }

  private S with(RematLift lift) {
    return Verbs.with(this, lift);
  }
}
