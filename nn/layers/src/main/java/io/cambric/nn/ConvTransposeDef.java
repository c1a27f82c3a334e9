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
import io.cambric.numpy.dtype.Promotion;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transposed convolution, which makes images larger by its strides: a convolution over an input
 * whose elements are {@code strides} apart.
 *
 * <p>Shapes: {@code [batch..., spatial..., in] -> [batch..., spatial'..., features]}, with any
 * number of batch axes, including none; there are as many spatial axes as kernel sizes. With
 * padding {@code SAME} or {@code CIRCULAR}, {@code spatial'} is {@code spatial * strides}.
 *
 * <p>Variables: {@code params/kernel} {@code [kernelSize..., in, features]}, or {@code
 * [kernelSize..., features, in]} if {@code transposeKernel} is true; {@code params/bias} {@code
 * [features]}.
 *
 * <p>The kernel is not flipped by default. With {@code transposeKernel} and padding {@code VALID},
 * the layer is the gradient of {@link Conv} with respect to its input, with the same kernel. The
 * same holds for padding {@code SAME} if the strides divide the sizes. PyTorch always flips.
 *
 * <p>Strides and dilations are one number for each spatial axis, one for all, or none for ones.
 *
 * @param features channels of the result
 * @param kernelSize size of the window along each spatial axis, in elements
 * @param strides spacing of the input's elements in the result
 * @param padding {@code SAME}, {@code VALID}, {@code CIRCULAR}, or zeros around the spaced input in
 *     numbers
 * @param kernelDilation spacing of the kernel's elements
 * @param useBias whether a bias is added
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias
 * @param transposeKernel whether the kernel is flipped, with its two axes of channels swapped
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @param preferredElementType dtype of the convolution; {@code null} for the dtype computed in
 * @see <a href="https://arxiv.org/abs/1603.07285">Dumoulin and Visin, 2016</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.ConvTranspose">flax.linen.ConvTranspose</a>
 */
@Module
record ConvTransposeDef(
    int features,
    List<Integer> kernelSize,
    List<Integer> strides,
    Padding padding,
    List<Integer> kernelDilation,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer kernelInit,
    Initializer biasInit,
    boolean transposeKernel,
    @Nullable PromoteDtypeFn promoteDtype,
    @Nullable DType preferredElementType) {

  ConvTransposeDef {
    kernelSize = List.copyOf(kernelSize);
    strides = List.copyOf(strides);
    kernelDilation = List.copyOf(kernelDilation);
    ConvChecks.requireKernel("ConvTranspose", features, kernelSize);
    if (padding.equals(Padding.REFLECT) || padding.equals(Padding.CAUSAL)) {
      throw new HyperparameterException(
          "ConvTranspose needs padding SAME, VALID, CIRCULAR or numbers, but got %s. Pass Padding.of(...) with pairs."
              .formatted(padding));
    }
  }

  ConvTransposeDef(int features, List<Integer> kernelSize) {
    this(
        features,
        kernelSize,
        List.of(),
        Padding.SAME,
        List.of(),
        true,
        null,
        DType.F32,
        lecunNormal(),
        zeros(),
        false,
        null,
        null);
  }

  ConvTransposeDef(int features, int... kernelSize) {
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
    LayerChecks.requireRank("ConvTranspose", x, axes + 1);
    int channels = x.dim(-1);
    var kernelShape =
        ConvChecks.window(kernelSize)
            .concat(transposeKernel ? Shape.of(features, channels) : Shape.of(channels, features));
    ConvChecks.requireMask("ConvTranspose", mask, kernelShape);
    var kernel = param("kernel", kernelInit, kernelShape, paramDtype);
    if (mask != null) {
      kernel = kernel.mul(mask);
    }
    var bias = useBias ? param("bias", biasInit, Shape.of(features), paramDtype) : null;
    var operands = LayerOperands.of("ConvTranspose", promoteDtype, dtype, x, kernel, bias);
    var type = operands.input().dtype();
    var preferred = preferredElementType == null ? type : preferredElementType;
    var wide = Promotion.promoteTypes(type, preferred);
    var batch = ImageBatch.of(operands.input().astype(wide), axes);
    var y = geometry().apply(batch.images(), operands.kernel().astype(wide)).astype(preferred);
    return batch.restored(operands.bias() == null ? y : y.add(operands.bias()));
  }

  private ConvTransposeGeometry geometry() {
    int axes = kernelSize.size();
    return new ConvTransposeGeometry(
        LayerChecks.spread("ConvTranspose", "strides", strides, axes),
        padding,
        LayerChecks.spread("ConvTranspose", "kernel dilation", kernelDilation, axes),
        transposeKernel);
  }
}
