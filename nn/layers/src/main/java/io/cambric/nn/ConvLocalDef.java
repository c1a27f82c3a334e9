package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Initializer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A locally connected layer: a convolution with a kernel and a bias for each position of its
 * window.
 *
 * <p>Shapes: {@code [batch..., spatial..., in] -> [batch..., spatial'..., features]}, with any
 * number of batch axes, including none. There are as many spatial axes as kernel sizes, and the
 * first call fixes their sizes.
 *
 * <p>Variables: {@code params/kernel} {@code [spatial'..., in * window, features]}, {@code
 * params/bias} {@code [spatial'..., features]}. An axis of the kernel has all elements of the
 * window for the first channel, then for the next.
 *
 * <p>Strides and dilations are one number for each spatial axis, one for all, or none for ones.
 *
 * @param features channels of the result
 * @param kernelSize size of the window along each spatial axis, in elements
 * @param strides steps between windows, in elements
 * @param padding values around the input
 * @param inputDilation spacing of the input's elements; above 1 only with padding in numbers
 * @param kernelDilation spacing of the window's elements
 * @param useBias whether a bias is added
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.ConvLocal">flax.linen.ConvLocal</a>
 */
@Module
record ConvLocalDef(
    int features,
    List<Integer> kernelSize,
    List<Integer> strides,
    Padding padding,
    List<Integer> inputDilation,
    List<Integer> kernelDilation,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer kernelInit,
    Initializer biasInit,
    @Nullable PromoteDtypeFn promoteDtype) {

  ConvLocalDef {
    kernelSize = List.copyOf(kernelSize);
    strides = List.copyOf(strides);
    inputDilation = List.copyOf(inputDilation);
    kernelDilation = List.copyOf(kernelDilation);
    ConvChecks.requireKernel("ConvLocal", features, kernelSize);
    ConvChecks.requireOneCausalAxis("ConvLocal", padding, kernelSize);
  }

  ConvLocalDef(int features, List<Integer> kernelSize) {
    this(
        features,
        kernelSize,
        List.of(),
        Padding.SAME,
        List.of(),
        List.of(),
        true,
        null,
        DType.F32,
        lecunNormal(),
        zeros(),
        null);
  }

  ConvLocalDef(int features, int... kernelSize) {
    this(features, Arrays.stream(kernelSize).boxed().toList());
  }

  @Compact
  Array call(Array x) {
    return convolve(x, null);
  }

  /**
   * Convolves with kernels that are multiplied by a mask.
   *
   * @param x the input
   * @param mask of the shape of the parameter {@code kernel}
   * @return the result
   * @throws ShapeException if the mask has another shape than the kernel
   */
  @Compact
  Array call(Array x, Array mask) {
    return convolve(x, mask);
  }

  private Array convolve(Array x, @Nullable Array mask) {
    int axes = kernelSize.size();
    LayerChecks.requireRank("ConvLocal", x, axes + 1);
    var window = ConvChecks.window(kernelSize);
    var geometry = geometry(window);
    var batch = ImageBatch.of(x, axes);
    var places = geometry.places(batch.images());
    var kernelShape = places.concat(Shape.of(x.dim(-1) * window.size(), features));
    ConvChecks.requireMask("ConvLocal", mask, kernelShape);
    var kernel = param("kernel", kernelInit, kernelShape, paramDtype);
    if (mask != null) {
      kernel = kernel.mul(mask);
    }
    var biasShape = places.concat(Shape.of(features));
    var bias = useBias ? param("bias", biasInit, biasShape, paramDtype) : null;
    var operands = LayerOperands.of("ConvLocal", promoteDtype, dtype, batch.images(), kernel, bias);
    var y = geometry.local(operands.input(), operands.kernel());
    return batch.restored(operands.bias() == null ? y : y.add(operands.bias()));
  }

  private ConvGeometry geometry(Shape window) {
    int axes = window.rank();
    return new ConvGeometry(
        "ConvLocal",
        window,
        LayerChecks.spread("ConvLocal", "strides", strides, axes),
        padding,
        LayerChecks.spread("ConvLocal", "input dilation", inputDilation, axes),
        LayerChecks.spread("ConvLocal", "kernel dilation", kernelDilation, axes));
  }
}
