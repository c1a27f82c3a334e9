package io.cambric.lax.conv;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.ShapeOps;

/** The gradients of a convolution, as convolutions with other strides, dilations and groups. */
final class ConvGradients {

  private ConvGradients() {}

  /**
   * Convolves the cotangent, dilated by the strides, with the flipped kernel, its features swapped.
   */
  static Array ofLhs(ConvGeneralDilated conv, Array cotangent, ShapedArray lhs, Array rhs) {
    var dims = conv.dims();
    int groups = Math.max(conv.featureGroupCount(), conv.batchGroupCount());
    int outFeature = dims.rhsSpec().get(0);
    int inFeature = dims.rhsSpec().get(1);
    var kernel = rhs;
    if (groups > 1) {
      kernel = into(outFeature, inFeature, outOf(outFeature, groups, rhs));
    }
    var in = Dilation.of(ConvGeneralDilated.spatialSizes(lhs, dims.lhsSpec()), conv.lhsDilation());
    var window =
        Dilation.of(
            ConvGeneralDilated.spatialSizes(rhs.aval(), dims.rhsSpec()), conv.rhsDilation());
    var out =
        Dilation.of(
            ConvGeneralDilated.spatialSizes(cotangent.aval(), dims.outSpec()),
            conv.windowStrides());
    var transposed =
        new ConvGeneralDilated(
            conv.lhsDilation(),
            Dilation.ofOperandGradient(in, window, out, conv.padding().low()),
            conv.windowStrides(),
            conv.rhsDilation(),
            new ConvDims(dims.outSpec(), ConvDims.swapped(dims.rhsSpec()), dims.lhsSpec()),
            groups,
            1);
    var flipped = ShapeOps.rev(kernel, ConvDims.spatial(dims.rhsSpec()));
    var gradient = Trace.bind(transposed, cotangent, flipped);
    if (conv.batchGroupCount() == 1) {
      return gradient;
    }
    int feature = dims.lhsSpec().get(1);
    return into(feature, dims.lhsSpec().get(0), outOf(feature, groups, gradient));
  }

  /** Convolves the operand with the cotangent, dilated by the strides; batch and features swap. */
  static Array ofRhs(ConvGeneralDilated conv, Array cotangent, Array lhs, ShapedArray rhs) {
    if (cotangent.size() == 0) {
      return ShapeOps.zeros(rhs.strong());
    }
    var dims = conv.dims();
    var in =
        Dilation.of(
            ConvGeneralDilated.spatialSizes(lhs.aval(), dims.lhsSpec()), conv.lhsDilation());
    var window =
        Dilation.of(ConvGeneralDilated.spatialSizes(rhs, dims.rhsSpec()), conv.rhsDilation());
    var out =
        Dilation.of(
            ConvGeneralDilated.spatialSizes(cotangent.aval(), dims.outSpec()),
            conv.windowStrides());
    var transposed =
        new ConvGeneralDilated(
            conv.rhsDilation(),
            Dilation.ofKernelGradient(in, window, out, conv.padding().low()),
            conv.lhsDilation(),
            conv.windowStrides(),
            new ConvDims(
                ConvDims.swapped(dims.lhsSpec()),
                ConvDims.swapped(dims.outSpec()),
                ConvDims.swapped(dims.rhsSpec())),
            conv.batchGroupCount(),
            conv.featureGroupCount());
    return Trace.bind(transposed, lhs, cotangent);
  }

  /**
   * {@return x with an axis merged into another axis, as its outer part}
   *
   * @param into position of the other axis after the first is removed
   */
  static Array into(int axis, int into, Array x) {
    var moved = Batching.moveAxis(x, axis, into);
    var shape = moved.shape();
    var joined =
        shape
            .slice(0, into)
            .concat(Shape.of(shape.dim(into) * shape.dim(into + 1)))
            .concat(shape.slice(into + 2, shape.rank()));
    return ShapeOps.reshape(moved, joined);
  }

  /** {@return x with an axis divided into {@code size} groups, which become an axis before it} */
  static Array outOf(int axis, int size, Array x) {
    var shape = x.shape();
    int rest = size == 0 ? 0 : shape.dim(axis) / size;
    return ShapeOps.reshape(x, shape.with(axis, rest).insert(axis, size));
  }
}
