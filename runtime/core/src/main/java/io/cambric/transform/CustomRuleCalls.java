package io.cambric.transform;

import io.cambric.control.CustomJvpCall;
import io.cambric.control.CustomVjpCall;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.StagingTrace;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithResiduals;
import io.cambric.tree.TreeComparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of functions with custom rules, which take and return symbolic zeros. */
final class CustomRuleCalls {

  private CustomRuleCalls() {}

  /**
   * {@return the value of a function with a forward rule}
   *
   * @param original the function for listings
   */
  static <A, R> R jvp(
      Object original,
      Fn<A, R> function,
      Fn2<A, Tangent<A>, OutputAndTangent<R>> rule,
      A argument) {
    var tree = ArrayTree.of(argument);
    var own = tree.structure();
    var avals = ShapedArray.ofAll(tree.arrays());
    var calls = new Calls<R>(function, own);
    var traced = StagingTrace.trace("customJvp", avals, calls);
    int captured = traced.constants().size();
    CustomJvpCall.Rule flat =
        (primals, tangents) -> {
          var direction = TangentLeaves.of(own, avals, tangents.subList(captured, tangents.size()));
          var out =
              rule.apply(
                  own.build(primals.subList(captured, primals.size())),
                  Tangent.ofLeaves(direction));
          var output = ArrayTree.of(out.output());
          requireLike(
              "The rule of customJvp", "value", calls, traced.jaxpr(), TangentLeaves.of(output));
          return new Primitive.Jvp(output.arrays(), tangents(calls, traced.jaxpr(), out.tangent()));
        };
    var call = new CustomJvpCall(FunctionNames.of(original), traced.jaxpr(), flat);
    return calls.build(Trace.bind(call, traced.withConstants(tree.arrays())));
  }

  /** {@return the tangents that a rule returned; integers and bools have none} */
  private static List<@Nullable Array> tangents(
      Calls<?> calls, Jaxpr function, Tangent<?> returned) {
    var avals = function.outputAvals();
    var leaves = returned.within(calls.result(), avals);
    requireLike("The rule of customJvp", "tangent", calls, function, leaves);
    var tangents = new ArrayList<@Nullable Array>();
    for (int i = 0; i < avals.size(); i++) {
      tangents.add(avals.get(i).dtype().isFloating() ? leaves.arrays().get(i) : null);
    }
    return tangents;
  }

  /**
   * {@return the value of a function with a reverse rule}
   *
   * @param original the function for listings
   */
  static <A, R, S> R vjp(
      Object original,
      Fn<A, R> function,
      Fn<CustomVjpPrimal<A>, WithResiduals<R, S>> forward,
      Fn2<S, Tangent<R>, Tangent<A>> backward,
      A argument) {
    var tree = ArrayTree.of(argument);
    var own = tree.structure();
    var avals = ShapedArray.ofAll(tree.arrays());
    var calls = new Calls<R>(function, own);
    var traced = StagingTrace.trace("customVjp", avals, calls);
    int captured = traced.constants().size();
    CustomVjpCall.Forward flat =
        (primals, perturbed) -> {
          A value = own.build(primals.subList(captured, primals.size()));
          var mask = perturbed.subList(captured, perturbed.size());
          var out = forward.apply(new CustomVjpPrimal<>(value, own, avals, mask));
          var output = ArrayTree.of(out.output());
          requireLike(
              "The forward rule of customVjp",
              "value",
              calls,
              traced.jaxpr(),
              TangentLeaves.of(output));
          var residuals = ArrayTree.of(out.residuals());
          var saved = residuals.structure();
          return new CustomVjpCall.Pass(
              output.arrays(),
              residuals.arrays(),
              (arrays, cotangents) -> {
                var incoming =
                    TangentLeaves.of(calls.result(), traced.jaxpr().outputAvals(), cotangents);
                Tangent<A> back = backward.apply(saved.build(arrays), Tangent.ofLeaves(incoming));
                return cotangents(captured, own, avals, back.within(own, avals));
              });
        };
    var call = new CustomVjpCall(FunctionNames.of(original), traced.jaxpr(), flat);
    return calls.build(Trace.bind(call, traced.withConstants(tree.arrays())));
  }

  /** {@return the cotangents that a rule returned, after the cotangents of the captured arrays} */
  private static List<@Nullable Array> cotangents(
      int captured, ArrayTree.Structure argument, List<ShapedArray> avals, TangentLeaves returned) {
    TreeComparison.requireSame(
        "The backward rule of customVjp",
        "the argument",
        argument.def(),
        "the cotangent it returned",
        returned.structure().def());
    for (int i = 0; i < avals.size(); i++) {
      requireSameType(
          "The backward rule of customVjp needs a cotangent in the shape and dtype of its argument",
          argument.arrayPaths().get(i),
          returned.avals().get(i),
          "the argument",
          avals.get(i));
    }
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < captured; i++) {
      all.add(null);
    }
    all.addAll(returned.arrays());
    return all;
  }

  /**
   * Checks that the result of a rule has the structure and the types of the value of the function.
   */
  private static void requireLike(
      String what, String role, Calls<?> calls, Jaxpr function, TangentLeaves returned) {
    TreeComparison.requireSame(
        what,
        "the value of the function",
        calls.result().def(),
        "the " + role + " it returned",
        returned.structure().def());
    var avals = function.outputAvals();
    for (int i = 0; i < avals.size(); i++) {
      var path = calls.result().arrayPaths().get(i);
      requireSameType(
          "%s needs a %s in the shape and dtype of the function's value".formatted(what, role),
          path,
          returned.avals().get(i),
          "the value",
          avals.get(i));
    }
  }

  private static void requireSameType(
      String needed, String path, ShapedArray returned, String of, ShapedArray expected) {
    boolean sameShape = expected.shape().equals(returned.shape());
    // The tangent of an integer is ignored, so any type is allowed.
    boolean sameDType = expected.dtype() == returned.dtype() || !expected.dtype().isFloating();
    if (sameShape && sameDType) {
      return;
    }
    var message =
        "%s, but%s it returned %s where %s is %s. %s."
            .formatted(
                needed,
                path.isEmpty() ? "" : " for leaf \"" + path + "\"",
                returned,
                of,
                expected,
                sameShape ? "Convert it with astype" : "Sum or broadcast it");
    throw sameShape ? new DTypeException(message) : new ShapeException(message);
  }
}
