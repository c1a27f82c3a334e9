package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;

/**
 * The options of the lifted cond and switch.
 *
 * @param variables collections that branches can use; others are not there
 * @param rngs streams that branches can use
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.cond
 *     and nn.switch</a>
 */
public record BranchLift(CollectionFilter variables, CollectionFilter rngs) {

  /** All variables and streams. */
  public static final BranchLift ALL =
      new BranchLift(CollectionFilter.all(), CollectionFilter.all());

  /** {@return this with other collections that branches can use} */
  public BranchLift withVariables(String... collections) {
    return withVariables(CollectionFilter.of(collections));
  }

  /** {@return this with other collections that branches can use} */
  public BranchLift withVariables(CollectionFilter collections) {
    return new BranchLift(collections, rngs);
  }

  /** {@return this with other streams that branches can use} */
  public BranchLift withRngs(String... streams) {
    return withRngs(CollectionFilter.of(streams));
  }

  /** {@return this with other streams that branches can use} */
  public BranchLift withRngs(CollectionFilter streams) {
    return new BranchLift(variables, streams);
  }
}
