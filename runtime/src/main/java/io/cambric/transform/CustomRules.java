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
import io.cambric.lax.Lax;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.function.Fn4;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import io.cambric.tree.TreeComparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions whose derivative the user writes. */
@SuppressWarnings("overloads") // the array overload's function extends the general one
final class CustomRules {

  private CustomRules() {}

  /**
   * {@return the function with a derivative of its own}
   *
   * @param rule from primals and tangents to the value and its tangent. It is linear in the
   *     tangents, so they decide no branch and no number of iterations. It may be differentiated
   *     again
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.html">jax.custom_jvp</a>
   */
  public static <A, R> Fn<A, R> customJvp(Fn<A, R> function, Fn2<A, A, Jvp<R>> rule) {
    return argument -> callJvp(function, rule, argument);
  }

  /** {@return the function of an array with a derivative of its own} */
  public static ArrayFn customJvp(ArrayFn function, Fn2<Array, Array, Jvp<Array>> rule) {
    return argument -> callJvp(function, rule, argument);
  }

  /**
   * {@return the function of a static argument and a pytree, with a derivative in the latter of its
   * own}
   *
   * @param function its first argument may be anything, also a function
   * @param rule from the static argument, primals and tangents to the value and its tangent
   */
  public static <N, A, R> Fn2<N, A, R> customJvp(Fn2<N, A, R> function, Fn3<N, A, A, Jvp<R>> rule) {
    return (fixed, argument) ->
        callJvp(
            function, x -> function.apply(fixed, x), (x, t) -> rule.apply(fixed, x, t), argument);
  }

  /**
   * {@return the function of two arrays with a derivative of its own in both}
   *
   * @param rule from both primals, then both tangents, to the value and its tangent
   */
  public static ArrayFn2 customJvp(
      ArrayFn2 function, Fn4<Array, Array, Array, Array, Jvp<Array>> rule) {
    return (x, y) ->
        callJvp(
            function,
            both -> function.apply(both.get(0), both.get(1)),
            (primals, tangents) ->
                rule.apply(primals.get(0), primals.get(1), tangents.get(0), tangents.get(1)),
            List.of(x, y));
  }

  private static <A, R> R callJvp(Fn<A, R> function, Fn2<A, A, Jvp<R>> rule, A argument) {
    return callJvp(function, function, rule, argument);
  }

  private static <A, R> R callJvp(
      Object original, Fn<A, R> function, Fn2<A, A, Jvp<R>> rule, A argument) {
    var tree = ArrayTree.of(argument);
    var calls = new Calls<R>(function, tree.structure());
    var traced = StagingTrace.trace("customJvp", Bodies.avals(tree.arrays()), calls);
    int captured = traced.constants().size();
    CustomJvpCall.Rule flat =
        (primals, tangents) -> {
          var own = tree.structure();
          var out =
              rule.apply(
                  own.build(primals.subList(captured, primals.size())),
                  own.build(tangents.subList(captured, tangents.size())));
          var output = ArrayTree.of(out.output());
          var tangent = ArrayTree.of(out.tangent());
          requireLike("The rule of customJvp", "value", calls, traced.jaxpr(), output);
          requireLike("The rule of customJvp", "tangent", calls, traced.jaxpr(), tangent);
          return new Primitive.Jvp(
              output.arrays(), new ArrayList<@Nullable Array>(tangent.arrays()));
        };
    var call = new CustomJvpCall(FunctionNames.of(original), traced.jaxpr(), flat);
    return calls.build(Trace.bind(call, traced.withConstants(tree.arrays())));
  }

  /**
   * {@return the function with a reverse derivative of its own}
   *
   * @param forward from the argument to the value and the residuals
   * @param backward from residuals and the cotangent of the value to that of the argument
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.html">jax.custom_vjp</a>
   */
  public static <A, R, S> Fn<A, R> customVjp(
      Fn<A, R> function, Fn<A, WithResiduals<R, S>> forward, Fn2<S, R, A> backward) {
    return argument -> callVjp(function, function, forward, backward, argument);
  }

  /**
   * {@return the function of a static argument and a pytree, with a reverse derivative in the
   * latter of its own}
   *
   * @param function its first argument may be anything, also a function
   * @param forward from the static argument and the pytree to the value and the residuals
   * @param backward from the static argument, residuals and the cotangent of the value to that of
   *     the pytree
   */
  public static <N, A, R, S> Fn2<N, A, R> customVjp(
      Fn2<N, A, R> function, Fn2<N, A, WithResiduals<R, S>> forward, Fn3<N, S, R, A> backward) {
    return (fixed, argument) ->
        callVjp(
            function,
            x -> function.apply(fixed, x),
            x -> forward.apply(fixed, x),
            (residuals, cotangent) -> backward.apply(fixed, residuals, cotangent),
            argument);
  }

  /** {@return the function of an array with a reverse derivative of its own} */
  public static <S> ArrayFn customVjp(
      ArrayFn function, Fn<Array, WithResiduals<Array, S>> forward, Fn2<S, Array, Array> backward) {
    return argument -> callVjp(function, function, forward, backward, argument);
  }

  /**
   * {@return the function of two arrays with a reverse derivative of its own in both}
   *
   * @param forward from both arguments to the value and the residuals
   * @param backward from residuals and the cotangent of the value to those of both arguments
   */
  public static <S> ArrayFn2 customVjp(
      ArrayFn2 function,
      Fn2<Array, Array, WithResiduals<Array, S>> forward,
      Fn2<S, Array, List<Array>> backward) {
    return (x, y) ->
        callVjp(
            function,
            both -> function.apply(both.get(0), both.get(1)),
            both -> forward.apply(both.get(0), both.get(1)),
            backward,
            List.of(x, y));
  }

  /** {@return the tree with all of its arrays as constants to differentiation} */
  public static <A> A stopGradient(A tree) {
    var arrays = ArrayTree.of(tree);
    return arrays.structure().build(arrays.arrays().stream().map(Lax::stopGradient).toList());
  }

  private static <A, R, S> R callVjp(
      Object original,
      Fn<A, R> function,
      Fn<A, WithResiduals<R, S>> forward,
      Fn2<S, R, A> backward,
      A argument) {
    var tree = ArrayTree.of(argument);
    var calls = new Calls<R>(function, tree.structure());
    var traced = StagingTrace.trace("customVjp", Bodies.avals(tree.arrays()), calls);
    int captured = traced.constants().size();
    var residualStructure = new ArrayList<ArrayTree.Structure>(1);
    var call =
        new CustomVjpCall(
            FunctionNames.of(original),
            traced.jaxpr(),
            primals -> {
              A own = tree.structure().build(primals.subList(captured, primals.size()));
              var out = forward.apply(own);
              var residuals = ArrayTree.of(out.residuals());
              residualStructure.clear();
              residualStructure.add(residuals.structure());
              var output = ArrayTree.of(out.output());
              requireLike("The forward rule of customVjp", "value", calls, traced.jaxpr(), output);
              var flat = new ArrayList<>(output.arrays());
              flat.addAll(residuals.arrays());
              return flat;
            },
            (residuals, cotangents) -> {
              S saved = residualStructure.getFirst().build(residuals);
              var cotangent = calls.build(cotangents);
              return back(captured, tree, backward.apply(saved, cotangent));
            });
    return calls.build(Trace.bind(call, traced.withConstants(tree.arrays())));
  }

  /** Checks that what a rule returned has the structure and the types of the function's value. */
  private static void requireLike(
      String what, String role, Calls<?> calls, Jaxpr function, ArrayTree returned) {
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
          returned.arrays().get(i).aval(),
          "the value",
          avals.get(i));
    }
  }

  private static void requireSameType(
      String needed, String path, ShapedArray returned, String of, ShapedArray expected) {
    boolean sameShape = expected.shape().equals(returned.shape());
    // Whatever stands for the tangent of an integer is not looked at.
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

  private static List<@Nullable Array> back(int captured, ArrayTree argument, Object cotangents) {
    var tree = ArrayTree.of(cotangents);
    TreeComparison.requireSame(
        "The backward rule of customVjp",
        "the argument",
        argument.structure().def(),
        "the cotangent it returned",
        tree.structure().def());
    for (int i = 0; i < tree.arrays().size(); i++) {
      requireSameType(
          "The backward rule of customVjp needs a cotangent in the shape and dtype of its argument",
          argument.structure().arrayPaths().get(i),
          tree.arrays().get(i).aval(),
          "the argument",
          argument.arrays().get(i).aval());
    }
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < captured; i++) {
      all.add(null);
    }
    all.addAll(tree.arrays());
    return all;
  }
}
