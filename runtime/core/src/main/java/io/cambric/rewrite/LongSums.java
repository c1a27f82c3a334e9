package io.cambric.rewrite;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.conv.ConvGeneralDilated;
import io.cambric.lax.conv.WindowOps;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ContractionOps;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Convolutions of two long vectors with few results, such as gradients of short kernels. Both
 * vectors are cut into blocks, which become the rows of two matrices. A row of the longer vector
 * continues into the next block, as far as the last result reads.
 *
 * <p>Each result is the sum of a diagonal of the product of the two matrices.
 */
final class LongSums {

  /** The shortest block. */
  private static final int LEAST = 8;

  /** The least number of blocks for which the product is worth the copies. */
  private static final int BLOCKS = 64;

  private static final ConvDims VECTORS = ConvDims.of("NCH", "OIH", "NCH");

  private final ConvGeneralDilated conv;
  private final Shape result;
  private final int results;
  private final int taps;
  private final int block;
  private final int blocks;

  private LongSums(ConvGeneralDilated conv, List<ShapedArray> operands) {
    this.conv = conv;
    result = conv.type(operands).shape();
    results = result.size();
    taps = operands.get(1).shape().size();
    block = Math.max(LEAST, results);
    blocks = taps / block;
  }

  /** {@return the program of such a convolution; {@code null} for other convolutions} */
  static @Nullable Jaxpr of(ConvGeneralDilated conv, List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    if (!slides(conv) || dtype != DType.F32 && dtype != DType.F64) {
      return null;
    }
    var dims = conv.dims();
    boolean vectors =
        operands.get(0).shape().dim(dims.lhsSpec().get(2)) == operands.get(0).shape().size()
            && operands.get(1).shape().dim(dims.rhsSpec().get(2)) == operands.get(1).shape().size();
    var sums = vectors ? new LongSums(conv, operands) : null;
    return sums == null || sums.results == 0 || sums.blocks < BLOCKS
        ? null
        : StagingTrace.trace("conv", operands, sums::run).closed();
  }

  private static boolean slides(ConvGeneralDilated conv) {
    return conv.dims().spatialRank() == 1
        && conv.windowStrides().all(1)
        && conv.lhsDilation().all(1)
        && conv.rhsDilation().all(1);
  }

  private List<Array> run(List<Array> operands) {
    int whole = blocks * block;
    var x = padded(operands.get(0), whole + block);
    var y = vector(operands.get(1));
    var here = blocks(x, 0);
    var next = ShapeOps.slice(blocks(x, block), Axes.of(0, 0), Axes.of(blocks, results - 1));
    var dims = new DotDims(Axes.of(0), Axes.of(0), Axes.of(), Axes.of());
    var longer = results == 1 ? here : ShapeOps.concatenate(List.of(here, next), 1);
    var sums = diagonals(ContractionOps.dotGeneral(blocks(y, 0), longer, dims));
    if (whole < taps) {
      var rest =
          WindowOps.conv(
              image(x, whole, taps + results - 1),
              image(y, whole, taps),
              Axes.of(1),
              Padding.VALID,
              VECTORS);
      sums = BinaryOps.add(sums, vector(rest));
    }
    return List.of(ShapeOps.reshape(sums, result));
  }

  private static Array vector(Array x) {
    return ShapeOps.reshape(x, Shape.of(x.size()));
  }

  /** {@return a vector with the padding of the convolution, and of at least some length} */
  private Array padded(Array x, int least) {
    int high = conv.padding().high().get(0) + Math.max(0, least - taps - results + 1);
    var zero = ShapeOps.fullLike(x, 0);
    return ShapeOps.pad(vector(x), zero, conv.padding().low(), Axes.of(high), Axes.of(0));
  }

  /** {@return the blocks of a vector, which begin at an element, as rows} */
  private Array blocks(Array x, int from) {
    var part = ShapeOps.sliceInDim(x, from, from + blocks * block, 1, 0);
    return ShapeOps.reshape(part, Shape.of(blocks, block));
  }

  /** {@return some elements as an image of one channel} */
  private static Array image(Array x, int from, int to) {
    return ShapeOps.expandDims(ShapeOps.sliceInDim(x, from, to, 1, 0), Axes.of(0, 1));
  }

  /**
   * {@return the sum of each diagonal; rows that are longer by one element shift each row by one}
   */
  private Array diagonals(Array products) {
    var flat = vector(products);
    var none = Axes.of(0);
    var longer = ShapeOps.pad(flat, ShapeOps.fullLike(flat, 0), none, Axes.of(block), none);
    var shifted = ShapeOps.reshape(longer, Shape.of(block, block + results));
    var first = ShapeOps.slice(shifted, Axes.of(0, 0), Axes.of(block, results));
    return ReductionOps.reduceSum(first, Axes.of(0));
  }
}
