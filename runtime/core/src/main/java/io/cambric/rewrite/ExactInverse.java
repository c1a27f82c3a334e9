package io.cambric.rewrite;

import io.cambric.array.DType;
import io.cambric.core.Atom;
import io.cambric.core.RewriteContext;
import io.cambric.lax.op.Mul;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Division by a power of two, replaced by the product with its inverse. Quotient and product are
 * exact or round the same number, so their bits are equal.
 */
final class ExactInverse {

  private ExactInverse() {}

  static @Nullable List<Atom> product(List<Atom> operands, RewriteContext context) {
    if (!(operands.get(1) instanceof Atom.Literal divisor) || !hasExactInverse(divisor)) {
      return null;
    }
    var inverse = new Atom.Literal(divisor.aval(), 1 / divisor.value());
    return List.of(context.bind(new Mul(), operands.getFirst(), inverse));
  }

  /** {@return whether a literal and its inverse are normal powers of two} */
  private static boolean hasExactInverse(Atom.Literal literal) {
    int exponent = Math.getExponent(literal.value());
    return literal.aval().dtype() == DType.F32
        && Math.abs(literal.value()) == Math.scalb(1.0, exponent)
        && Math.abs(exponent) < Float.MAX_EXPONENT;
  }
}
