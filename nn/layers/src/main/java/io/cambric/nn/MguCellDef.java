package io.cambric.nn;

import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.ones;
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
 * A minimal gated unit: a single gate both resets and updates the carry.
 *
 * <pre>
 *   f = gate(if x + hf h)
 *   n = activation(in x + f (hn h))
 *   h' = (1 - f) n + f h
 * </pre>
 *
 * <p>Shapes: inputs {@code [batch..., in]}, carry and output {@code [batch..., features]}.
 *
 * <p>Variables: {@code params/{if,in}} with {@code kernel} {@code [in, features]} and {@code bias}
 * {@code [features]}, {@code params/{hf,hn}/kernel} {@code [features, features]}, {@code
 * params/hn/bias} {@code [features]} with a reset gate.
 *
 * @param features size of carry and output
 * @param gateFn the activation of gates, into (0, 1)
 * @param activationFn the activation of the new memory and the output
 * @param kernelInit initializer of the kernels of inputs
 * @param recurrentKernelInit initializer of the kernels of the carry
 * @param forgetBiasInit initializer of the bias of the gate; ones keep gradients from vanishing
 * @param activationBiasInit initializer of the other biases
 * @param dtype dtype to compute in, or {@code null} to promote inputs and parameters
 * @param paramDtype dtype of the parameters
 * @param carryInit initializer of the carry
 * @param resetGate whether the gate hides the carry from the new output
 * @see <a href="https://arxiv.org/abs/1603.09420">Zhou et al., 2016</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.MGUCell">flax.linen.MGUCell</a>
 */
@Module(name = "MGUCell", as = RnnCell.class)
record MguCellDef(
    int features,
    ArrayFn gateFn,
    ArrayFn activationFn,
    Initializer kernelInit,
    Initializer recurrentKernelInit,
    Initializer forgetBiasInit,
    Initializer activationBiasInit,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer carryInit,
    boolean resetGate) {

  MguCellDef {
    LayerChecks.requirePositive("MGUCell", "features", features);
  }

  MguCellDef(int features) {
    this(
        features,
        Activations::sigmoid,
        Numpy::tanh,
        lecunNormal(),
        orthogonal(),
        ones(),
        zeros(),
        null,
        DType.F32,
        zeros(),
        true);
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
    var gate = new GateMap(kernelInit, forgetBiasInit, dtype, paramDtype);
    var ofCarry = new GateMap(recurrentKernelInit, null, dtype, paramDtype);
    var hidden =
        new GateMap(recurrentKernelInit, resetGate ? activationBiasInit : null, dtype, paramDtype);
    var ofInput = new GateMap(kernelInit, activationBiasInit, dtype, paramDtype);
    var f = gateFn.apply(gate.call("if", size, inputs).add(ofCarry.call("hf", size, carry)));
    var x = hidden.call("hn", size, carry);
    var shown = resetGate ? x.mul(f) : x;
    var n = activationFn.apply(ofInput.call("in", size, inputs).add(shown));
    var h = f.neg().add(1).mul(n).add(f.mul(carry));
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
