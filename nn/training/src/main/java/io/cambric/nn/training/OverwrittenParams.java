package io.cambric.nn.training;

import io.cambric.scope.Params;

/**
 * Parameters whose gradient is their next value, such as the scales of 8-bit matrix products. Their
 * collection is separate from {@code params}, so no optimiser sees them.
 */
final class OverwrittenParams {

  private static final String OVERWRITTEN = "_overwrite_with_gradient";
  private static final String TRAINED = "params";

  private OverwrittenParams() {}

  /** {@return the parameters that the optimiser trains} */
  static Params trained(Params params) {
    return params.contains(OVERWRITTEN) ? params.at(TRAINED) : params;
  }

  /** {@return trained parameters, with those that gradients overwrite, if there are any} */
  static Params joined(Params trained, Params grads) {
    return grads.contains(OVERWRITTEN) ? grads.with(TRAINED, trained) : trained;
  }
}
