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
 * Sums of an array and an array of zeros with single elements added, such as the gradient of a
 * cross entropy. The elements are added to the first array, which the compiler can do in place.
 *
 * <p>Each element is updated at most once, so that the numbers stay the same: of two updates the
 * second would be added to another sum.
 */
final class SparseAdd {

  private SparseAdd() {}

  /** {@return what stands for a sum, or {@code null}} */
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
        // An element without update is added to 0, too: -0 becomes 0.
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
      // Not -0, which leaves a -0 as it is.
      case Atom.Literal literal -> literal.value() == 0 && 1 / literal.value() > 0;
      case Atom.Var variable ->
          context.maker(variable) instanceof Eqn eqn
              && eqn.primitive() instanceof BroadcastInDim
              && isZero(eqn.inputs().getFirst(), context);
    };
  }
}
