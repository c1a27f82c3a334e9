package io.cambric.rewrite;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.RewriteContext;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.lax.op.Add;
import io.cambric.lax.op.BroadcastInDim;
import io.cambric.lax.op.Scatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums of an array and a scatter into zeros, such as in the gradient of a cross entropy. The
 * scatter adds its elements to the array instead, which the compiler can do in place.
 *
 * <p>Each element must be updated at most once. A second update would be added in another order,
 * and round differently.
 */
final class SparseAdd {

  private SparseAdd() {}

  /** {@return the values that replace a sum, or {@code null}} */
  static @Nullable List<Atom> sum(List<Atom> operands, RewriteContext context) {
    for (int side = 0; side < 2; side++) {
      var elements = operands.get(side);
      var array = operands.get(1 - side);
      if (array.aval().shape().equals(elements.aval().shape())
          && context.uses(elements) == 1
          && context.maker(elements) instanceof Eqn eqn
          && eqn.primitive() instanceof Scatter scatter
          && scatter.kind() == ScatterKind.ADD
          && updatesOnce(scatter, eqn)
          && isZero(eqn.inputs().get(0), context)) {
        // The sum also added 0 to elements without an update, and so made 0 of -0.
        var zero = new Atom.Literal(array.aval().withShape(Shape.scalar()), 0);
        var sum = context.bind(new Add(), array, zero);
        return List.of(context.bind(scatter, sum, eqn.inputs().get(1), eqn.inputs().get(2)));
      }
    }
    return null;
  }

  private static boolean updatesOnce(Scatter scatter, Eqn eqn) {
    var places = eqn.inputs().get(1).aval().shape();
    var lanes = places.select(scatter.dims().scatterIndicesBatchingDims());
    return scatter.uniqueIndices() || lanes.size() == places.slice(0, places.rank() - 1).size();
  }

  private static boolean isZero(Atom atom, RewriteContext context) {
    return switch (atom) {
      // -0 does not qualify: its sum with -0 is -0.
      case Atom.Literal literal -> literal.value() == 0 && 1 / literal.value() > 0;
      case Atom.Var variable ->
          context.maker(variable) instanceof Eqn eqn
              && eqn.primitive() instanceof BroadcastInDim
              && isZero(eqn.inputs().getFirst(), context);
    };
  }
}
