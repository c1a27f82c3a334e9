package io.cambric.lax;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value and its derivative along one direction: lets a formula of several steps be written once
 * for both.
 *
 * @param tangent {@code null} is zero
 */
record Dual(Array value, @Nullable Array tangent) {

  /** {@return what a linear function makes of it} */
  Dual linear(UnaryOperator<Array> function) {
    return new Dual(function.apply(value), tangent == null ? null : function.apply(tangent));
  }

  Dual plus(Dual other) {
    return new Dual(Lax.add(value, other.value), Tangents.add(tangent, other.tangent));
  }

  Dual minus(Dual other) {
    return new Dual(
        Lax.sub(value, other.value), Tangents.add(tangent, Tangents.neg(other.tangent)));
  }

  Dual times(Dual other) {
    return new Dual(
        Lax.mul(value, other.value),
        Tangents.add(
            tangent == null ? null : Lax.mul(tangent, other.value),
            other.tangent == null ? null : Lax.mul(value, other.tangent)));
  }

  Dual times(double factor) {
    return linear(x -> Lax.mul(x, Lax.full(x.aval().withShape(Shape.scalar()), factor)));
  }

  Dual exp() {
    var y = Lax.exp(value);
    return new Dual(y, tangent == null ? null : Lax.mul(tangent, y));
  }

  Dual dot(Dual other, DotDims dims) {
    return new Dual(
        Lax.dotGeneral(value, other.value, dims),
        Tangents.add(
            tangent == null ? null : Lax.dotGeneral(tangent, other.value, dims),
            other.tangent == null ? null : Lax.dotGeneral(value, other.tangent, dims)));
  }

  Dual transposed(Axes axes) {
    return linear(x -> Lax.transpose(x, axes));
  }
}
