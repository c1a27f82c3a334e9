package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Initializer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A convolution over the axes between batch and channels: a cross-correlation, so the kernel is not
 * flipped.
 *
 * <p>Shapes: {@code [batch..., spatial..., in] -> [batch..., spatial'..., features]}, with any
 * number of batch axes, including none; there are as many spatial axes as kernel sizes.
 *
 * <p>Variables: {@code params/kernel} {@code [kernelSize..., in / featureGroupCount, features]},
 * {@code params/bias} {@code [features]}.
 *
 * <p>Strides and dilations are one number for each spatial axis, one for all, or none for ones.
 *
 * @param features channels of the result
 * @param kernelSize size of the window along each spatial axis, in elements
 * @param strides steps between windows, in elements
 * @param padding values around the input
 * @param inputDilation spacing of the input's elements; above 1 only with padding in numbers
 * @param kernelDilation spacing of the kernel's elements
 * @param featureGroupCount groups into which channels are split, each with kernels of its own
 * @param useBias whether a bias is added
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @param convGeneralDilated the convolution; {@code null} for {@code Lax.convGeneralDilated}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Conv">flax.linen.Conv</a>
 */
@Module
record ConvDef(
    int features,
    List<Integer> kernelSize,
    List<Integer> strides,
    Padding padding,
    List<Integer> inputDilation,
    List<Integer> kernelDilation,
    int featureGroupCount,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer kernelInit,
    Initializer biasInit,
    @Nullable PromoteDtypeFn promoteDtype,
    @Nullable ConvGeneralDilatedFn convGeneralDilated) {

  ConvDef {
    kernelSize = List.copyOf(kernelSize);
    strides = List.copyOf(strides);
    inputDilation = List.copyOf(inputDilation);
    kernelDilation = List.copyOf(kernelDilation);
    ConvChecks.requireKernel("Conv", features, kernelSize);
    ConvChecks.requireOneCausalAxis("Conv", padding, kernelSize);
    LayerChecks.requirePositive("Conv", "feature group count", featureGroupCount);
  }

  ConvDef(int features, List<Integer> kernelSize) {
    this(
        features,
        kernelSize,
        List.of(),
        Padding.SAME,
        List.of(),
        List.of(),
        1,
        true,
        null,
        DType.F32,
        lecunNormal(),
        zeros(),
        null,
        null);
  }

  ConvDef(int features, int... kernelSize) {
    this(features, Arrays.stream(kernelSize).boxed().toList());
  }

  @Compact
  Array call(Array x) {
    return convolve(x, null);
  }

  /**
   * Convolves with a kernel that is multiplied by a mask.
   *
   * @param x the input
   * @param mask of the shape of the kernel, such as zeros for hidden pixels
   * @return the result
   * @throws ShapeException if the mask has another shape than the kernel
   */
  @Compact
  Array call(Array x, Array mask) {
    return convolve(x, mask);
  }

  private Array convolve(Array x, @Nullable Array mask) {
    int axes = kernelSize.size();
    LayerChecks.requireRank("Conv", x, axes + 1);
    int channels = x.dim(-1);
    if (channels % featureGroupCount != 0 || features % featureGroupCount != 0) {
      throw new HyperparameterException(
          "Conv needs channels and features divisible by %d groups, but the input is %s and features are %d."
              .formatted(featureGroupCount, x.aval(), features));
    }
    var window = ConvChecks.window(kernelSize);
    var kernelShape = window.concat(Shape.of(channels / featureGroupCount, features));
    ConvChecks.requireMask("Conv", mask, kernelShape);
    var kernel = param("kernel", kernelInit, kernelShape, paramDtype);
    if (mask != null) {
      kernel = kernel.mul(mask);
    }
    var bias = useBias ? param("bias", biasInit, Shape.of(features), paramDtype) : null;
    var operands = LayerOperands.of("Conv", promoteDtype, dtype, x, kernel, bias);
    var batch = ImageBatch.of(operands.input(), axes);
    ConvGeneralDilatedFn convolution =
        convGeneralDilated == null ? ConvGeometry::convolution : convGeneralDilated;
    var y =
        geometry(window).shared(convolution, batch.images(), operands.kernel(), featureGroupCount);
    return batch.restored(operands.bias() == null ? y : y.add(operands.bias()));
  }

  private ConvGeometry geometry(Shape window) {
    int axes = window.rank();
    return new ConvGeometry(
        "Conv",
        window,
        LayerChecks.spread("Conv", "strides", strides, axes),
        padding,
        LayerChecks.spread("Conv", "input dilation", inputDilation, axes),
        LayerChecks.spread("Conv", "kernel dilation", kernelDilation, axes));
  }
}
