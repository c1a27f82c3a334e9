package io.cambric.transform;

import io.cambric.control.CheckpointName;
import io.cambric.control.Remat;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions whose backward pass computes again what it would else have kept. */
@SuppressWarnings("overloads") // each array overload's function extends the general one
abstract class Checkpointing extends ControlFlow {

  Checkpointing() {}

  /**
   * {@return the function, of which reverse differentiation keeps the argument only}
   *
   * <p>Values and derivatives are the same; the backward pass takes longer and the memory between
   * the passes shrinks to the arguments of checkpointed functions.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.checkpoint.html">jax.checkpoint</a>
   */
  public static ArrayFn checkpoint(ArrayFn function) {
    return checkpoint(function, spec -> spec);
  }

  /**
   * {@return the function of a pytree, of which reverse differentiation keeps the argument only}
   */
  public static <A, R> Fn<A, R> checkpoint(Fn<A, R> function) {
    return checkpoint(function, spec -> spec);
  }

  /** {@return the function of two arrays, of which differentiation keeps the arguments only} */
  public static ArrayFn2 checkpoint(ArrayFn2 function) {
    return checkpoint(function, spec -> spec);
  }

  /** {@return the function of two pytrees, of which differentiation keeps the arguments only} */
  public static <A, B, R> Fn2<A, B, R> checkpoint(Fn2<A, B, R> function) {
    return checkpoint(function, spec -> spec);
  }

  /**
   * {@return the function, of which reverse differentiation keeps the argument and what a policy
   * says}
   *
   * @see io.cambric.control.CheckpointPolicies
   */
  public static ArrayFn checkpoint(ArrayFn function, UnaryOperator<CheckpointSpec> spec) {
    Fn<Array, Array> general = function;
    return new Derived.OfArray(function, checkpoint(general, spec));
  }

  /** {@return the function of a pytree, of which differentiation keeps what a policy says} */
  @SuppressWarnings("unchecked")
  public static <A, R> Fn<A, R> checkpoint(Fn<A, R> function, UnaryOperator<CheckpointSpec> spec) {
    var settings = spec.apply(CheckpointSpec.DEFAULT);
    return new Derived.Of<>(
        function, x -> call(all -> function.apply((A) all.get(0)), settings, Arrays.asList(x)));
  }

  /** {@return the function of two arrays, of which differentiation keeps what a policy says} */
  public static ArrayFn2 checkpoint(ArrayFn2 function, UnaryOperator<CheckpointSpec> spec) {
    Fn2<Array, Array, Array> general = function;
    return new Derived.OfTwoArrays(function, checkpoint(general, spec));
  }

  /** {@return the function of two pytrees, of which differentiation keeps what a policy says} */
  @SuppressWarnings("unchecked")
  public static <A, B, R> Fn2<A, B, R> checkpoint(
      Fn2<A, B, R> function, UnaryOperator<CheckpointSpec> spec) {
    var settings = spec.apply(CheckpointSpec.DEFAULT);
    return new Derived.OfTwo<>(
        function,
        (x, y) ->
            call(
                all -> function.apply((A) all.get(0), (B) all.get(1)),
                settings,
                Arrays.asList(x, y)));
  }

  private static <R> R call(
      Fn<List<Object>, R> function, CheckpointSpec spec, List<@Nullable Object> arguments) {
    var tree = ArrayTree.of(arguments);
    var calls = new Calls<R>(function, tree.structure());
    if (Trace.isEvaluating()) {
      return calls.build(calls.apply(tree.arrays()));
    }
    var traced = StagingTrace.trace("checkpoint", Bodies.avals(tree.arrays()), calls);
    var call = new Remat(traced.jaxpr(), spec.policy(), spec.preventCse(), false);
    return calls.build(Trace.bind(call, traced.withConstants(tree.arrays())));
  }

  /**
   * {@return the array under a name that the policies of {@code checkpoint} know}
   *
   * @see io.cambric.control.CheckpointPolicies#saveOnlyTheseNames
   */
  public static Array checkpointName(Array x, String name) {
    return Trace.bind(new CheckpointName(name), x);
  }

  /**
   * {@return what reverse differentiation of a function would keep from the forward to the backward
   * pass, and why; nothing is computed}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/gradient-checkpointing.html">jax.ad_checkpoint.print_saved_residuals</a>
   */
  public static <A> List<SavedResidual> savedResiduals(Fn<A, ?> function, A argument) {
    return SavedResiduals.of(function, argument);
  }
}
