package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;

/**
 * The parameters of a {@link Dense} layer without its product, for a layer that joins several.
 *
 * <p>Variables: the same as in {@link Dense}.
 *
 * @param features size of the last axis of the kernel
 * @param useBias whether there is a bias
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias
 */
@Module
record DenseParamsDef(
    int features, boolean useBias, DType paramDtype, Initializer kernelInit, Initializer biasInit) {

  /**
   * Makes or reads the parameters.
   *
   * @param inputs {@code [..., in]}; only the shape matters
   */
  @Compact
  DenseWeights call(Array inputs) {
    var kernel = param("kernel", kernelInit, Shape.of(inputs.dim(-1), features), paramDtype);
    return new DenseWeights(
        kernel, useBias ? param("bias", biasInit, Shape.of(features), paramDtype) : null);
  }
}
