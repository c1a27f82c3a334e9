package io.cambric.transform;

import io.cambric.control.CustomLinearSolve;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.Traced;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of customLinearSolve. */
final class LinearSolveCall {

  private LinearSolveCall() {}

  static <A> A run(
      Fn<A, A> matvec,
      A b,
      Fn2<Fn<A, A>, A, A> solve,
      @Nullable Fn2<Fn<A, A>, A, A> transposeSolve,
      boolean symmetric) {
    if (Trace.isEvaluating()) {
      return solve.apply(matvec, b);
    }
    var right = ArrayTree.of(b);
    var structure = right.structure();
    var avals = ShapedArray.ofAll(right.arrays());
    var product = trace("product", matvec, structure, avals);
    var solver =
        LinearSolveCall.<A>trace("solution", x -> solve.apply(matvec, x), structure, avals);
    var transposed = symmetric ? solve : transposeSolve;
    var other =
        transposed == null
            ? null
            : symmetric
                ? solver
                : LinearSolveCall.<A>trace(
                    "solution",
                    x -> transposed.apply(LinearTranspose.of(matvec, b), x),
                    structure,
                    avals);
    var call =
        new CustomLinearSolve(
            product.jaxpr(),
            solver.jaxpr(),
            other == null ? null : other.jaxpr(),
            right.arrays().size());
    var operands = new ArrayList<Array>(product.constants());
    operands.addAll(solver.constants());
    operands.addAll(other == null ? List.of() : other.constants());
    operands.addAll(right.arrays());
    return structure.build(Trace.bind(call, operands));
  }

  private static <A> Traced trace(
      String role, Fn<A, A> function, ArrayTree.Structure structure, List<ShapedArray> avals) {
    var body = TracedBody.of("customLinearSolve", function, structure, avals);
    body.requireLike("customLinearSolve", role, "right-hand side", structure, avals);
    return body.traced();
  }
}
