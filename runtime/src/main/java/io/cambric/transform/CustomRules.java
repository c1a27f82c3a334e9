package io.cambric.transform;

import io.cambric.control.CustomJvpCall;
import io.cambric.control.CustomVjpCall;
import io.cambric.core.Array;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.StagingTrace;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions whose derivative the user writes. */
@SuppressWarnings("overloads") // the array overload's function extends the general one
abstract class CustomRules extends ControlFlow {

  CustomRules() {}

  /**
   * {@return the function with a derivative of its own}
   *
   * @param rule from primals and tangents to the value and its tangent, linear in the tangents; it
   *     is differentiated in turn
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

  private static <A, R> R callJvp(Fn<A, R> function, Fn2<A, A, Jvp<R>> rule, A argument) {
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
          return new Primitive.Jvp(
              ArrayTree.of(out.output()).arrays(),
              new ArrayList<@Nullable Array>(ArrayTree.of(out.tangent()).arrays()));
        };
    var call = new CustomJvpCall(FunctionNames.of(function), traced.jaxpr(), flat);
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
    return argument -> callVjp(function, forward, backward, argument);
  }

  private static <A, R, S> R callVjp(
      Fn<A, R> function, Fn<A, WithResiduals<R, S>> forward, Fn2<S, R, A> backward, A argument) {
    var tree = ArrayTree.of(argument);
    var calls = new Calls<R>(function, tree.structure());
    var traced = StagingTrace.trace("customVjp", Bodies.avals(tree.arrays()), calls);
    int captured = traced.constants().size();
    var residualStructure = new ArrayList<ArrayTree.Structure>(1);
    var call =
        new CustomVjpCall(
            FunctionNames.of(function),
            traced.jaxpr(),
            primals -> {
              A own = tree.structure().build(primals.subList(captured, primals.size()));
              var out = forward.apply(own);
              var residuals = ArrayTree.of(out.residuals());
              residualStructure.clear();
              residualStructure.add(residuals.structure());
              var flat = new ArrayList<>(ArrayTree.of(out.output()).arrays());
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

  private static List<@Nullable Array> back(int captured, ArrayTree argument, Object cotangents) {
    var tree = ArrayTree.of(cotangents);
    Trees.requireSame(
        "The backward rule of customVjp", argument.structure().def(), tree.structure().def());
    for (int i = 0; i < tree.arrays().size(); i++) {
      var primal = argument.arrays().get(i).aval();
      var cotangent = tree.arrays().get(i).aval();
      if (!primal.shape().equals(cotangent.shape())) {
        var path = argument.structure().arrayPaths().get(i);
        throw new ShapeException(
            "The backward rule of customVjp needs a cotangent in the shape of its argument, but%s it returned %s where the argument is %s. Sum or broadcast it."
                .formatted(path.isEmpty() ? "" : " for leaf \"" + path + "\"", cotangent, primal));
      }
    }
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < captured; i++) {
      all.add(null);
    }
    all.addAll(tree.arrays());
    return all;
  }
}
