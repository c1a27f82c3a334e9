package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.dims.DotDims;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value and its derivative along one direction. A formula of several steps is written once for
 * both.
 *
 * @param tangent {@code null} is zero
 */
public record JvpPair(Array value, @Nullable Array tangent) {

  /** {@return the pair after a linear function} */
  public JvpPair linear(UnaryOperator<Array> function) {
    return new JvpPair(function.apply(value), tangent == null ? null : function.apply(tangent));
  }

  public JvpPair plus(JvpPair other) {
    return new JvpPair(BinaryOps.add(value, other.value), Tangents.add(tangent, other.tangent));
  }

  public JvpPair minus(JvpPair other) {
    return new JvpPair(
        BinaryOps.sub(value, other.value), Tangents.add(tangent, Tangents.neg(other.tangent)));
  }

  public JvpPair times(JvpPair other) {
    return new JvpPair(
        BinaryOps.mul(value, other.value),
        Tangents.add(
            tangent == null ? null : BinaryOps.mul(tangent, other.value),
            other.tangent == null ? null : BinaryOps.mul(value, other.tangent)));
  }

  public JvpPair times(double factor) {
    return linear(x -> BinaryOps.mul(x, ShapeOps.full(x.aval().withShape(Shape.scalar()), factor)));
  }

  public JvpPair exp() {
    var y = UnaryOps.exp(value);
    return new JvpPair(y, tangent == null ? null : BinaryOps.mul(tangent, y));
  }

  public JvpPair dot(JvpPair other, DotDims dims) {
    return new JvpPair(
        ContractionOps.dotGeneral(value, other.value, dims),
        Tangents.add(
            tangent == null ? null : ContractionOps.dotGeneral(tangent, other.value, dims),
            other.tangent == null ? null : ContractionOps.dotGeneral(value, other.tangent, dims)));
  }

  public JvpPair transposed(Axes axes) {
    return linear(x -> ShapeOps.transpose(x, axes));
  }
}
