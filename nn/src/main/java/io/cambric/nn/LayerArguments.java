package io.cambric.nn;

import org.jspecify.annotations.Nullable;

/** Arguments that a user's module takes as Flax's layers do. */
public final class LayerArguments {

  private LayerArguments() {}

  /**
   * {@return a value given either to the module or to its call}
   *
   * {@snippet :
   * boolean fixed = LayerArguments.mergeParam("deterministic", deterministic, ofCall);
   * }
   *
   * @param name of the component, for messages
   * @param ofModule {@code null} if the module has none
   * @param ofCall {@code null} if the call has none
   * @throws io.cambric.errors.HyperparameterException if it was given to both or to neither
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html">flax.linen.merge_param</a>
   */
  public static <T> T mergeParam(String name, @Nullable T ofModule, @Nullable T ofCall) {
    return Checks.merge("A module", name, ofModule, ofCall);
  }
}
