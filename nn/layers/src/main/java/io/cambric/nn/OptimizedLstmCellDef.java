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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@link LstmCell} with two matrix products per step instead of eight; the same variables and
 * results.
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
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.OptimizedLSTMCell">flax.linen.OptimizedLSTMCell</a>
 */
@Module(name = "OptimizedLSTMCell", as = RnnCell.class)
record OptimizedLstmCellDef(
    int features,
    ArrayFn gateFn,
    ArrayFn activationFn,
    Initializer kernelInit,
    Initializer recurrentKernelInit,
    Initializer biasInit,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer carryInit) {

  /** Input, forget, memory and output: the ends of names, and the order of joined kernels. */
  private static final List<String> GATES = List.of("i", "f", "g", "o");

  OptimizedLstmCellDef {
    LayerChecks.requirePositive("OptimizedLSTMCell", "features", features);
  }

  OptimizedLstmCellDef(int features) {
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
    var ofInput = new ArrayList<Array>();
    var ofCarry = new ArrayList<Array>();
    var biases = new ArrayList<Array>();
    for (var gate : GATES) {
      ofInput.add(
          DenseParams.of(size, false, paramDtype, kernelInit, biasInit)
              .named("i" + gate)
              .call(inputs)
              .kernel());
      var params =
          DenseParams.of(size, true, paramDtype, recurrentKernelInit, biasInit)
              .named("h" + gate)
              .call(h);
      ofCarry.add(params.kernel());
      biases.add(Objects.requireNonNull(params.bias()));
    }
    var bias = Numpy.concatenate(biases, -1);
    var sum = product(h, ofCarry, bias).add(product(inputs, ofInput, null));
    var gates = Numpy.split(sum, GATES.size(), -1);
    var i = gateFn.apply(gates.get(0));
    var f = gateFn.apply(gates.get(1));
    var g = activationFn.apply(gates.get(2));
    var o = gateFn.apply(gates.get(3));
    return Recurrent.lstmStep(carry.c(), i, f, g, o, activationFn);
  }

  private Array product(Array x, List<Array> kernels, @Nullable Array bias) {
    var kernel = Numpy.concatenate(kernels, -1);
    var operands = LayerOperands.of("OptimizedLstmCell", null, dtype, x, kernel, bias);
    var y = operands.product(null, 0);
    return operands.bias() == null ? y : y.add(operands.bias());
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
