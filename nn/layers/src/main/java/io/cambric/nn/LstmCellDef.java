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
 * A long short-term memory, with forget, input and output gates.
 *
 * <pre>
 *   i = gate(ii x + hi h)        c' = f c + i g
 *   f = gate(if x + hf h)        h' = o activation(c')
 *   g = activation(ig x + hg h)
 *   o = gate(io x + ho h)
 * </pre>
 *
 * <p>Shapes: inputs {@code [batch..., in]}, carry and output {@code [batch..., features]}.
 *
 * <p>Variables: {@code params/{ii,if,ig,io}/kernel} {@code [in, features]}, {@code
 * params/{hi,hf,hg,ho}} with {@code kernel} {@code [features, features]} and {@code bias} {@code
 * [features]}.
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
 * @see <a href="https://www.bioinf.jku.at/publications/older/2604.pdf">Hochreiter and Schmidhuber,
 *     1997</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.LSTMCell">flax.linen.LSTMCell</a>
 */
@Module(name = "LSTMCell", as = RnnCell.class)
record LstmCellDef(
    int features,
    ArrayFn gateFn,
    ArrayFn activationFn,
    Initializer kernelInit,
    Initializer recurrentKernelInit,
    Initializer biasInit,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer carryInit) {

  LstmCellDef {
    LayerChecks.requirePositive("LSTMCell", "features", features);
  }

  LstmCellDef(int features) {
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
   * @param carry memory and output of the step before
   * @param inputs {@code [batch..., in]}
   * @return the next carry, and the output
   */
  @Compact
  Carry<LstmCarry, Array> call(LstmCarry carry, Array inputs) {
    var h = carry.h();
    int size = h.dim(-1);
    var ofInput = new GateMap(kernelInit, null, dtype, paramDtype);
    var ofCarry = new GateMap(recurrentKernelInit, biasInit, dtype, paramDtype);
    var i = gateFn.apply(ofInput.call("ii", size, inputs).add(ofCarry.call("hi", size, h)));
    var f = gateFn.apply(ofInput.call("if", size, inputs).add(ofCarry.call("hf", size, h)));
    var g = activationFn.apply(ofInput.call("ig", size, inputs).add(ofCarry.call("hg", size, h)));
    var o = gateFn.apply(ofInput.call("io", size, inputs).add(ofCarry.call("ho", size, h)));
    return Recurrent.lstmStep(carry.c(), i, f, g, o, activationFn);
  }

  /** {@return the carry before the first step: memory and output} */
  @Nowrap
  LstmCarry initializeCarry(Key key, Shape inputShape) {
    var shape = Recurrent.withFeatures(inputShape, features);
    return Recurrent.lstmCarry(carryInit, key, shape, paramDtype);
  }

  /** {@return 1: the last axis of inputs is features} */
  @Nowrap
  int numFeatureAxes() {
    return 1;
  }
}
