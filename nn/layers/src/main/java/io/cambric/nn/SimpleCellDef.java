package io.cambric.nn;

import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.orthogonal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Nowrap;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import org.jspecify.annotations.Nullable;

/**
 * The simple recurrent cell (Elman network).
 *
 * <pre>
 *   h' = activation(i x + h h)
 * </pre>
 *
 * <p>Shapes: inputs {@code [batch..., in]}, carry and output {@code [batch..., features]}.
 *
 * <p>Variables: {@code params/i} with {@code kernel} {@code [in, features]} and {@code bias} {@code
 * [features]}, {@code params/h/kernel} {@code [features, features]}.
 *
 * @param features size of carry and output
 * @param activationFn the activation of the new memory and the output
 * @param kernelInit initializer of the kernels of inputs
 * @param recurrentKernelInit initializer of the kernels of the carry
 * @param biasInit initializer of the biases
 * @param dtype dtype to compute in, or {@code null} to promote inputs and parameters
 * @param paramDtype dtype of the parameters
 * @param carryInit initializer of the carry
 * @param residual whether the carry is added before it is squashed
 * @see <a href="https://arxiv.org/abs/1801.06105">Yue et al., 2018, on the residual</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.SimpleCell">flax.linen.SimpleCell</a>
 */
@Module(as = RnnCell.class)
record SimpleCellDef(
    int features,
    ArrayFn activationFn,
    Initializer kernelInit,
    Initializer recurrentKernelInit,
    Initializer biasInit,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer carryInit,
    boolean residual) {

  SimpleCellDef {
    LayerChecks.requirePositive("SimpleCell", "features", features);
  }

  SimpleCellDef(int features) {
    this(
        features,
        Numpy::tanh,
        lecunNormal(),
        orthogonal(),
        zeros(),
        null,
        DType.F32,
        zeros(),
        false);
  }

  /**
   * Takes one step.
   *
   * @param carry {@code [batch..., features]}
   * @param inputs {@code [batch..., in]}
   * @return the next carry, which is also the output
   */
  @Compact
  Carry<Array, Array> call(Array carry, Array inputs) {
    int size = carry.dim(-1);
    var ofInput = new GateMap(kernelInit, biasInit, dtype, paramDtype);
    var ofCarry = new GateMap(recurrentKernelInit, null, dtype, paramDtype);
    var sum = ofInput.call("i", size, inputs).add(ofCarry.call("h", size, carry));
    var h = activationFn.apply(residual ? sum.add(carry) : sum);
    return new Carry<>(h, h);
  }

  /** {@return the carry before the first step} */
  @Nowrap
  Array initializeCarry(Key key, Shape inputShape) {
    return carryInit.init(key, Recurrent.withFeatures(inputShape, features), paramDtype);
  }

  /** {@return 1: the last axis of inputs is features} */
  @Nowrap
  int numFeatureAxes() {
    return 1;
  }
}
