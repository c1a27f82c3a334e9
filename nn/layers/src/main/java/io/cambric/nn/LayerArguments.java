package io.cambric.nn;

import io.cambric.errors.HyperparameterException;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a layer that come from its attributes or from its call.
 *
 * {@snippet :
 * @Module
 * record NoiseDef(@Nullable Boolean train) {
 *   @Compact
 *   Array call(Array x, @Nullable Boolean ofCall) {
 *     boolean isTraining = LayerArguments.mergeParam("Noise", "train", train, ofCall);
 *     ...
 *   }
 * }
 * }
 */
public final class LayerArguments {

  private LayerArguments() {}

  /**
   * {@return the value that was given either to the module or to its call}
   *
   * @param layer the name of the module, for messages
   * @param name the name of the argument, for messages
   * @param ofModule the attribute, or {@code null}
   * @param ofCall the argument of the call, or {@code null}
   * @throws HyperparameterException if both are given, or neither
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html">flax.linen.merge_param</a>
   */
  public static <T> T mergeParam(
      String layer, String name, @Nullable T ofModule, @Nullable T ofCall) {
    if (ofModule == null) {
      if (ofCall == null) {
        throw new HyperparameterException(
            "%s needs %s, but neither the module nor its call sets it. Pass it to call, or set it with with%s(...)."
                .formatted(layer, name, capitalized(name)));
      }
      return ofCall;
    }
    if (ofCall != null) {
      throw new HyperparameterException(
          "%s needs %s once, but the module has %s and its call %s. Leave one of them out."
              .formatted(layer, name, ofModule, ofCall));
    }
    return ofModule;
  }

  private static String capitalized(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
