package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ConvSpec;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.BilinearOp;
import io.cambric.lax.op.ShapeOps;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Convolution of images with a kernel that is not flipped, over any number of spatial axes in any
 * layout; bilinear.
 *
 * <p>Shapes: a spatial size is {@code floor((D(in) + low + high - D(k)) / stride) + 1}, with {@code
 * D(n) = 1 + dilation (n - 1)}. Both gradients are convolutions.
 *
 * @param windowStrides steps of the kernel
 * @param padding sizes around the dilated lhs
 * @param lhsDilation distance of the elements of lhs
 * @param rhsDilation distance of the elements of the kernel
 * @param dims the roles of the axes
 * @param featureGroupCount groups that split the features of lhs and the output features
 * @param batchGroupCount groups that split the batch of lhs and the output features
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_dilated.html">lax.conv_general_dilated</a>
 */
public record ConvGeneralDilated(
    Axes windowStrides,
    Padding.Explicit padding,
    Axes lhsDilation,
    Axes rhsDilation,
    ConvDims dims,
    int featureGroupCount,
    int batchGroupCount)
    implements BilinearOp {

  @Override
  public String name() {
    return "conv_general_dilated";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    ConvShapes.require(this, lhs, rhs);
    int rank = dims.lhsSpec().size();
    int[] out = new int[rank];
    out[dims.outSpec().get(0)] = lhs.shape().dim(dims.lhsSpec().get(0)) / batchGroupCount;
    out[dims.outSpec().get(1)] = rhs.shape().dim(dims.rhsSpec().get(0));
    var in = Dilation.of(spatialSizes(lhs, dims.lhsSpec()), lhsDilation);
    var window = Dilation.of(spatialSizes(rhs, dims.rhsSpec()), rhsDilation);
    for (int i = 0; i < rank - 2; i++) {
      int padded =
          Sizes.axis("padding", (long) in.get(i) + padding.low().get(i) + padding.high().get(i));
      out[dims.outSpec().get(i + 2)] = Dilation.steps(padded, window.get(i), windowStrides.get(i));
    }
    return new ShapedArray(Shape.of(out), lhs.dtype(), lhs.weak() && rhs.weak());
  }

  /** {@return the sizes along the spatial axes} */
  static Axes spatialSizes(ShapedArray operand, Axes spec) {
    return Axes.of(operand.shape().select(ConvDims.spatial(spec)).toArray());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    var result = type(operands);
    var lhsOrder = imageOrder(dims.lhsSpec());
    var rhsOrder = kernelOrder(dims.rhsSpec());
    var outOrder = imageOrder(dims.outSpec());
    var spec =
        new ConvSpec(
            Axes.of(lhs.shape().select(lhsOrder).toArray()),
            Axes.of(rhs.shape().select(rhsOrder).toArray()),
            Axes.of(result.shape().select(outOrder).toArray()),
            windowStrides,
            padding.low(),
            lhsDilation,
            rhsDilation,
            featureGroupCount,
            batchGroupCount);
    return new Lowering.Kernel(new ConvKernel(spec, lhs.dtype(), lhsOrder, rhsOrder, outOrder));
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    var lhs = operands.get(0).shape();
    var rhs = operands.get(1).shape();
    long products = lhs.dim(dims.lhsSpec().get(0)) / batchGroupCount;
    products *= (long) rhs.dim(dims.rhsSpec().get(0)) * rhs.dim(dims.rhsSpec().get(1));
    var out = type(operands).shape();
    for (int i = 0; i < windowStrides.size(); i++) {
      products *=
          productsAlong(
              i,
              lhs.dim(dims.lhsSpec().get(i + 2)),
              rhs.dim(dims.rhsSpec().get(i + 2)),
              out.dim(dims.outSpec().get(i + 2)));
    }
    return 2 * products;
  }

  /**
   * {@return the number of pairs of a result and a kernel element that read an element along an
   * axis}
   */
  private long productsAlong(int axis, int in, int window, int out) {
    long count = 0;
    for (int k = 0; k < window; k++) {
      for (int o = 0; o < out; o++) {
        int at = o * windowStrides.get(axis) + k * rhsDilation.get(axis) - padding.low().get(axis);
        int dilation = lhsDilation.get(axis);
        count += at >= 0 && at % dilation == 0 && at / dilation < in ? 1 : 0;
      }
    }
    return count;
  }

  /** {@return batch, spatial axes, feature} */
  private static Axes imageOrder(Axes spec) {
    return Axes.of(spec.get(0)).concat(ConvDims.spatial(spec)).concat(Axes.of(spec.get(1)));
  }

  /** {@return spatial axes, input feature, output feature} */
  private static Axes kernelOrder(Axes spec) {
    return ConvDims.spatial(spec).concat(Axes.of(spec.get(1), spec.get(0)));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null) {
      return Arrays.asList(null, null);
    }
    if (operands.get(1) instanceof LinearOperand.Known(var rhs)) {
      return Arrays.asList(ConvGradients.ofLhs(this, cotangent, operands.get(0).aval(), rhs), null);
    }
    if (operands.get(0) instanceof LinearOperand.Known(var lhs)) {
      return Arrays.asList(null, ConvGradients.ofRhs(this, cotangent, lhs, operands.get(1).aval()));
    }
    throw missing("transpose", "a product of two linear operands");
  }

  /**
   * A batch axis of lhs joins the batch, and a batch axis of the kernel joins the output features.
   * A batch axis of both operands, or of one operand with groups, becomes groups.
   */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    if (axis.size() == 0) {
      return ofNoLanes(operands, axes);
    }
    var lhs = Batching.mappedToFront(operands.get(0), axes.get(0));
    var rhs = Batching.mappedToFront(operands.get(1), axes.get(1));
    boolean grouped = featureGroupCount > 1 || batchGroupCount > 1;
    if (axes.get(1) == Batched.NOT_MAPPED && batchGroupCount == 1) {
      int n = dims.lhsSpec().get(0);
      var out = Trace.bind(this, ConvGradients.into(0, n, lhs), rhs);
      return ofParts(axis, out, dims.outSpec().get(0));
    }
    if (axes.get(0) == Batched.NOT_MAPPED && !grouped) {
      int o = dims.rhsSpec().get(0);
      var out = Trace.bind(this, lhs, ConvGradients.into(0, o, rhs));
      return ofParts(axis, out, dims.outSpec().get(1));
    }
    lhs = Batching.toFront(axis, operands.get(0), axes.get(0));
    rhs = Batching.toFront(axis, operands.get(1), axes.get(1));
    boolean byBatch = batchGroupCount > 1;
    var batched =
        withGroups(
            byBatch ? 1 : featureGroupCount * axis.size(),
            byBatch ? batchGroupCount * axis.size() : 1);
    var out =
        Trace.bind(
            batched,
            ConvGradients.into(0, dims.lhsSpec().get(byBatch ? 0 : 1), lhs),
            ConvGradients.into(0, dims.rhsSpec().get(0), rhs));
    return ofParts(axis, out, dims.outSpec().get(1));
  }

  /** Lanes become groups; there is at least one group. */
  private Batched ofNoLanes(List<Array> operands, List<Integer> axes) {
    var lane = type(Batching.laneTypes(operands, axes));
    return Batched.of(ShapeOps.zeros(lane.withShape(lane.shape().insert(0, 0))), 0);
  }

  private static Batched ofParts(MappedAxis axis, Array out, int joined) {
    return Batched.of(ConvGradients.outOf(joined, axis.size(), out), joined);
  }

  private ConvGeneralDilated withGroups(int ofFeatures, int ofBatch) {
    return new ConvGeneralDilated(
        windowStrides, padding, lhsDilation, rhsDilation, dims, ofFeatures, ofBatch);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedWindows.convolve(this, call);
  }
}
