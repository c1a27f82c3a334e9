package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.op.DTypes;

/** The shape rule of a convolution: checks of its operands and parameters. */
final class ConvShapes {

  private ConvShapes() {}

  static void require(ConvGeneralDilated conv, ShapedArray lhs, ShapedArray rhs) {
    if (lhs.dtype() != rhs.dtype() || !DTypes.NUMERIC.test(lhs.dtype())) {
      throw new DTypeException(
          "conv_general_dilated needs an image and a kernel with the same integer or floating dtype, but got %s and %s. Convert one with astype."
              .formatted(lhs, rhs));
    }
    var dims = conv.dims();
    requireSteps(dims, lhs, rhs, conv.windowStrides(), conv.lhsDilation(), conv.rhsDilation());
    requireGroups(conv);
    int features = lhs.shape().dim(dims.lhsSpec().get(1));
    int kernelFeatures = rhs.shape().dim(dims.rhsSpec().get(1));
    int outFeatures = rhs.shape().dim(dims.rhsSpec().get(0));
    int batch = lhs.shape().dim(dims.lhsSpec().get(0));
    int groups = conv.featureGroupCount();
    if (features != kernelFeatures * groups
        || outFeatures % groups != 0
        || outFeatures % conv.batchGroupCount() != 0
        || batch % conv.batchGroupCount() != 0) {
      throw new ShapeException(
          "conv_general_dilated needs image features = kernel features * feature groups, and output features and batch divisible by the groups. It got an image %s of %d features and batch %d, a kernel %s of %d input and %d output features, and %d feature and %d batch groups."
              .formatted(
                  lhs,
                  features,
                  batch,
                  rhs,
                  kernelFeatures,
                  outFeatures,
                  groups,
                  conv.batchGroupCount()));
    }
  }

  /** Checks ranks, strides and dilations, on which the sizes of a named padding depend. */
  static void requireSteps(
      ConvDims dims,
      ShapedArray lhs,
      ShapedArray rhs,
      Axes windowStrides,
      Axes lhsDilation,
      Axes rhsDilation) {
    int rank = dims.lhsSpec().size();
    if (lhs.rank() != rank || rhs.rank() != rank) {
      throw new ShapeException(
          "conv_general_dilated needs operands of rank %d for these dimension numbers, but got %s and %s."
              .formatted(rank, lhs, rhs));
    }
    int spatial = dims.spatialRank();
    if (!Dilation.positive(windowStrides, spatial)
        || !Dilation.positive(lhsDilation, spatial)
        || !Dilation.positive(rhsDilation, spatial)) {
      throw new ShapeException(
          "conv_general_dilated needs a stride and dilations of at least 1 for each of %d spatial axes, but got strides %s and dilations %s and %s."
              .formatted(spatial, windowStrides, lhsDilation, rhsDilation));
    }
  }

  private static void requireGroups(ConvGeneralDilated conv) {
    int spatial = conv.dims().spatialRank();
    var padding = conv.padding();
    if (padding.low().size() != spatial || padding.high().size() != spatial) {
      throw new ShapeException(
          "conv_general_dilated needs two padding sizes for each of %d spatial axes, but got %s."
              .formatted(spatial, padding));
    }
    int ofFeatures = conv.featureGroupCount();
    int ofBatch = conv.batchGroupCount();
    if (Math.min(ofFeatures, ofBatch) != 1) {
      throw new ShapeException(
          "conv_general_dilated needs feature and batch group counts of at least 1, and one of them equal to 1, but got %d and %d."
              .formatted(ofFeatures, ofBatch));
    }
  }
}
