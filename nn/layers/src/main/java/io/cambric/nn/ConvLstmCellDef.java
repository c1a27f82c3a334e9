package io.cambric.nn;

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
import io.cambric.transform.result.Carry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A convolutional LSTM cell: a long short-term memory with convolutions instead of products, for
 * sequences of images.
 *
 * <p>Shapes: inputs {@code [batch..., spatial..., in]}, carry and output {@code [batch...,
 * spatial..., features]}.
 *
 * <p>Variables: {@code params/{ih,hh}} with {@code kernel} {@code [kernel..., in, 4 features]} and
 * {@code bias} {@code [4 features]}.
 *
 * @param features size of the last axis of carry and output
 * @param kernelSize extent of the kernel along each spatial axis
 * @param strides steps of the window; none for ones
 * @param padding of the spatial axes
 * @param useBias whether biases are added
 * @param dtype dtype to compute in, or {@code null} to promote inputs and parameters
 * @param paramDtype dtype of the parameters
 * @param carryInit initializer of the carry
 * @see <a href="https://arxiv.org/abs/1506.04214">Shi et al., 2015</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.ConvLSTMCell">flax.linen.ConvLSTMCell</a>
 */
@Module(name = "ConvLSTMCell", as = RnnCell.class)
record ConvLstmCellDef(
    int features,
    List<Integer> kernelSize,
    List<Integer> strides,
    Padding padding,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer carryInit) {

  ConvLstmCellDef {
    LayerChecks.requirePositive("ConvLSTMCell", "features", features);
    kernelSize = List.copyOf(kernelSize);
    strides = List.copyOf(strides);
  }

  /** Padding that keeps the spatial axes, with biases. */
  ConvLstmCellDef(int features, int... kernelSize) {
    this(
        features,
        Arrays.stream(kernelSize).boxed().toList(),
        List.of(),
        Padding.SAME,
        true,
        null,
        DType.F32,
        zeros());
  }

  /**
   * Takes one step.
   *
   * @param carry memory and output of the step before
   * @param inputs {@code [batch..., spatial..., in]}
   * @return the next carry, and the output
   */
  @Compact
  Carry<LstmCarry, Array> call(LstmCarry carry, Array inputs) {
    var sum = gates("ih", inputs).add(gates("hh", carry.h()));
    var gates = Numpy.split(sum, 4, -1);
    var i = Activations.sigmoid(gates.get(0));
    var g = Numpy.tanh(gates.get(1));
    var f = Activations.sigmoid(gates.get(2).add(1));
    var o = Activations.sigmoid(gates.get(3));
    return Recurrent.lstmStep(carry.c(), i, f, g, o, Numpy::tanh);
  }

  private Array gates(String name, Array x) {
    return Conv.of(4 * features, kernelSize)
        .withStrides(strides)
        .withPadding(padding)
        .withUseBias(useBias)
        .withDtype(dtype)
        .withParamDtype(paramDtype)
        .named(name)
        .call(x);
  }

  /** {@return the carry before the first step: memory and output} */
  @Nowrap
  LstmCarry initializeCarry(Key key, Shape inputShape) {
    var shape = Recurrent.withFeatures(inputShape, features);
    return Recurrent.lstmCarry(carryInit, key, shape, paramDtype);
  }

  /** {@return the number of spatial axes and one for the features} */
  @Nowrap
  int numFeatureAxes() {
    return kernelSize.size() + 1;
  }
}
