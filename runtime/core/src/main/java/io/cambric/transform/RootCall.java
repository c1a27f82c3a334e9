package io.cambric.transform;

import io.cambric.control.CustomJvpCall;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.JvpTrace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Tangents;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of customRoot, with a custom derivative. Its operands are the captures of the three
 * functions, in order, and the guess.
 *
 * @param f the function with the root
 * @param solve from the guess to the root
 * @param tangentSolve from the root and a right-hand side to the solution of the equation
 *     linearized there
 */
record RootCall(Traced f, Traced solve, Traced tangentSolve) {

  static <A> A run(
      Fn<A, A> f, A initialGuess, Fn2<Fn<A, A>, A, A> solve, Fn2<Fn<A, A>, A, A> tangentSolve) {
    if (Trace.isEvaluating()) {
      return solve.apply(f, initialGuess);
    }
    var guess = ArrayTree.of(initialGuess);
    var structure = guess.structure();
    var avals = ShapedArray.ofAll(guess.arrays());
    var function = TracedBody.of("customRoot", f, structure, avals);
    Fn<A, A> solver = x -> solve.apply(f, x);
    var solution = TracedBody.of("customRoot", solver, structure, avals);
    function.requireLike("customRoot", "value", "guess", structure, avals);
    solution.requireLike("customRoot", "root", "guess", structure, avals);
    var tangents =
        StagingTrace.trace(
            "customRoot",
            twice(avals),
            arrays -> {
              A x = structure.build(arrays.subList(0, avals.size()));
              A right = structure.build(arrays.subList(avals.size(), arrays.size()));
              var linear = Differentiation.linearize(f, x).linear();
              return ArrayTree.of(tangentSolve.apply(linear, right)).arrays();
            });
    return structure.build(
        new RootCall(function.traced(), solution.traced(), tangents).bind(guess.arrays()));
  }

  private static List<ShapedArray> twice(List<ShapedArray> avals) {
    var both = new ArrayList<>(avals);
    both.addAll(avals);
    return both;
  }

  private List<Array> bind(List<Array> guess) {
    var operands = new ArrayList<>(f.constants());
    operands.addAll(solve.constants());
    operands.addAll(tangentSolve.constants());
    operands.addAll(guess);
    return Trace.bind(new CustomJvpCall("custom_root", solving(), this::derivative), operands);
  }

  /** {@return the program that computes the root, ignoring the captures of the other functions} */
  private Jaxpr solving() {
    int captured = solve.constants().size();
    var own = solve.jaxpr().inputs();
    var inputs = new ArrayList<Atom.Var>();
    f.constants().forEach(constant -> inputs.add(new Atom.Var(constant.aval())));
    inputs.addAll(own.subList(0, captured));
    tangentSolve.constants().forEach(constant -> inputs.add(new Atom.Var(constant.aval())));
    inputs.addAll(own.subList(captured, own.size()));
    return new Jaxpr(inputs, solve.jaxpr().eqns(), solve.jaxpr().outputs());
  }

  private Primitive.Jvp derivative(List<Array> primals, List<@Nullable Array> tangents) {
    int captured = f.constants().size();
    int before = captured + solve.constants().size();
    var root = Trace.bind(new CustomJvpCall("custom_root", solving(), this::derivative), primals);
    var atRoot =
        JvpTrace.jvp(
            constants -> f.jaxpr().eval(concat(constants, root)),
            primals.subList(0, captured),
            tangents.subList(0, captured));
    if (atRoot.tangents().stream().allMatch(tangent -> tangent == null)) {
      return new Primitive.Jvp(
          root, new ArrayList<>(Collections.nCopies(root.size(), (Array) null)));
    }
    var right = new ArrayList<Array>();
    for (int i = 0; i < root.size(); i++) {
      right.add(
          Tangents.instantiate(atRoot.tangents().get(i), atRoot.primals().get(i).aval().strong()));
    }
    var constants = primals.subList(before, before + tangentSolve.constants().size());
    var solved = tangentSolve.jaxpr().eval(concat(concat(constants, root), right));
    var negative = new ArrayList<@Nullable Array>();
    solved.forEach(x -> negative.add(Lax.neg(x)));
    return new Primitive.Jvp(root, negative);
  }

  private static List<Array> concat(List<Array> first, List<Array> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
