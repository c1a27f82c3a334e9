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
import io.cambric.numpy.Activations;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import org.jspecify.annotations.Nullable;

/**
 * A gated recurrent unit: a reset gate hides the carry, an update gate keeps it.
 *
 * <pre>
 *   r = gate(ir x + hr h)
 *   z = gate(iz x + hz h)
 *   n = activation(in x + r (hn h))
 *   h' = (1 - z) n + z h
 * </pre>
 *
 * <p>Shapes: inputs {@code [batch..., in]}, carry and output {@code [batch..., features]}.
 *
 * <p>Variables: {@code params/{ir,iz,in}} with {@code kernel} {@code [in, features]} and {@code
 * bias} {@code [features]}, {@code params/{hr,hz,hn}/kernel} {@code [features, features]}, {@code
 * params/hn/bias} {@code [features]}.
 *
 * @param features size of carry and output
 * @param gateFn the activation of gates, into (0, 1)
 * @param activationFn the activation of the new memory and the output
 * @param kernelInit initializer of the kernels of inputs
 * @param recurrentKernelInit initializer of the kernels of the carry
 * @param biasInit initializer of the biases
 * @param dtype dtype to compute in, or {@code null} to promote inputs and parameters
 * @param paramDtype dtype of the parameters
 * @param carryInit initializer of the carry
 * @see <a href="https://arxiv.org/abs/1406.1078">Cho et al., 2014</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.GRUCell">flax.linen.GRUCell</a>
 */
@Module(name = "GRUCell", as = RnnCell.class)
record GruCellDef(
    int features,
    ArrayFn gateFn,
    ArrayFn activationFn,
    Initializer kernelInit,
    Initializer recurrentKernelInit,
    Initializer biasInit,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer carryInit) {

  GruCellDef {
    LayerChecks.requirePositive("GRUCell", "features", features);
  }

  GruCellDef(int features) {
    this(
        features,
        Activations::sigmoid,
        Numpy::tanh,
        lecunNormal(),
        orthogonal(),
        zeros(),
        null,
        DType.F32,
        zeros());
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
    var hidden = new GateMap(recurrentKernelInit, biasInit, dtype, paramDtype);
    var r = gateFn.apply(ofInput.call("ir", size, inputs).add(ofCarry.call("hr", size, carry)));
    var z = gateFn.apply(ofInput.call("iz", size, inputs).add(ofCarry.call("hz", size, carry)));
    var n =
        activationFn.apply(
            ofInput.call("in", size, inputs).add(r.mul(hidden.call("hn", size, carry))));
    var h = z.neg().add(1).mul(n).add(z.mul(carry));
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
