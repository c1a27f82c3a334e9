package io.cambric.scope.lift;

import io.cambric.control.CheckpointPolicies;
import io.cambric.control.CheckpointPolicy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.transform.Transforms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted checkpoint (remat). Values and derivatives stay the same; the backward pass recomputes
 * values instead of keeping them as residuals.
 *
 * @param policy names the residuals that are kept
 * @param preventCse whether the compiler is kept from merging the second computation with the first
 * @param variables collections that can be used
 * @param rngs streams that can be used
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.remat</a>
 */
public record RematLift(
    CheckpointPolicy policy, boolean preventCse, CollectionFilter variables, CollectionFilter rngs)
    implements Lifting {

  /** All variables and streams; no residual is kept. */
  public static final RematLift ALL =
      new RematLift(
          CheckpointPolicies.nothingSaveable(),
          true,
          CollectionFilter.all(),
          CollectionFilter.all());

  @Override
  public String name() {
    return "remat";
  }

  @Override
  public String prefix() {
    return "Checkpoint";
  }

  /** {@return this with a policy that names the residuals that are kept} */
  public RematLift withPolicy(CheckpointPolicy other) {
    return new RematLift(other, preventCse, variables, rngs);
  }

  /** {@return this with or without a barrier between the first and the second computation} */
  public RematLift withPreventCse(boolean prevent) {
    return new RematLift(policy, prevent, variables, rngs);
  }

  /** {@return this with other collections that can be used} */
  public RematLift withVariables(CollectionFilter collections) {
    return new RematLift(policy, preventCse, collections, rngs);
  }

  /** {@return this with other streams that can be used} */
  public RematLift withRngs(CollectionFilter streams) {
    return new RematLift(policy, preventCse, variables, streams);
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    return new Pack(name(), List.of(variables), List.of(variables), List.of(rngs))
        .run(
            scopes,
            packed -> {
              var inputs = new Inputs(packed.variables(), packed.rngs(), arguments).asList();
              var rematted =
                  Transforms.checkpoint(Pure.of(packed, function))
                      .policy(policy)
                      .preventCse(preventCse);
              return Pure.result(StaticLeaf.release(rematted.apply(StaticLeaf.hold(inputs))));
            });
  }
}
