package io.cambric.nn;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import org.jspecify.annotations.Nullable;

/**
 * The linear map of inputs, or of the carry, to a gate of a recurrent cell. The running cell
 * constructs a {@link Dense} layer by the name of the gate.
 *
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias; {@code null} for none
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 */
record GateMap(
    Initializer kernelInit,
    @Nullable Initializer biasInit,
    @Nullable DType dtype,
    DType paramDtype) {

  Array call(String name, int size, Array x) {
    var dense =
        Dense.of(size).withDtype(dtype).withParamDtype(paramDtype).withKernelInit(kernelInit);
    var biased = biasInit == null ? dense.withUseBias(false) : dense.withBiasInit(biasInit);
    return biased.named(name).call(x);
  }
}
