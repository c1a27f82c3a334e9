package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.function.Fn4;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions with custom derivatives, and rules that distinguish symbolic zeros. */
@SuppressWarnings("overloads") // the array overload's function extends the general one
final class SymbolicZeroRules {

  private SymbolicZeroRules() {}

  /**
   * {@return the function with a custom derivative; its rule receives symbolic zeros}
   *
   * <p>The tangent of a leaf that is not involved in differentiation is a symbolic zero instead of
   * an array of zeros. The rule runs only if at least one leaf is involved.
   *
   * @param rule from primals and tangents to the value and its tangent. It is linear in the
   *     tangents, and its result may have symbolic zeros
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.defjvp.html">jax.custom_jvp.defjvp</a>
   *     with {@code symbolic_zeros=True}
   */
  public static <A, R> Fn<A, R> customJvpWithSymbolicZeros(
      Fn<A, R> function, Fn2<A, Tangent<A>, OutputAndTangent<R>> rule) {
    return argument -> CustomRuleCalls.jvp(function, function, rule, argument);
  }

  /** {@return the function of an array with a custom derivative, with symbolic zeros} */
  public static ArrayFn customJvpWithSymbolicZeros(
      ArrayFn function, Fn2<Array, Tangent<Array>, OutputAndTangent<Array>> rule) {
    return argument -> CustomRuleCalls.jvp(function, function, rule, argument);
  }

  /**
   * {@return the function of a static argument and a pytree, with a custom derivative in the
   * pytree, with symbolic zeros}
   *
   * @param function its first argument may be anything, also a function
   * @param rule from the static argument, primals and tangents to the value and its tangent
   */
  public static <N, A, R> Fn2<N, A, R> customJvpWithSymbolicZeros(
      Fn2<N, A, R> function, Fn3<N, A, Tangent<A>, OutputAndTangent<R>> rule) {
    return (fixed, argument) ->
        CustomRuleCalls.jvp(
            function, x -> function.apply(fixed, x), (x, t) -> rule.apply(fixed, x, t), argument);
  }

  /**
   * {@return the function of two arrays with a custom derivative in both, with symbolic zeros}
   *
   * @param rule from both primals, then both tangents, to the value and its tangent
   */
  public static ArrayFn2 customJvpWithSymbolicZeros(
      ArrayFn2 function,
      Fn4<Array, Array, Tangent<Array>, Tangent<Array>, OutputAndTangent<Array>> rule) {
    return (x, y) ->
        CustomRuleCalls.<List<Array>, Array>jvp(
            function,
            both -> function.apply(both.get(0), both.get(1)),
            (primals, tangents) ->
                rule.apply(
                    primals.get(0),
                    primals.get(1),
                    Tangent.element(tangents, 0),
                    Tangent.element(tangents, 1)),
            List.of(x, y));
  }

  /**
   * {@return the function with a given derivative along its argument}
   *
   * @param derivative from the tangent, the value and the argument to the tangent of the value
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.defjvps.html">jax.custom_jvp.defjvps</a>
   */
  public static <A, R> Fn<A, R> customJvps(Fn<A, R> function, Fn3<A, R, A, R> derivative) {
    return argument -> callAlong(function, derivative, argument);
  }

  /** {@return the function of an array with a given derivative along the array} */
  public static ArrayFn customJvps(ArrayFn function, Fn3<Array, Array, Array, Array> derivative) {
    return argument -> callAlong(function, derivative, argument);
  }

  private static <A, R> R callAlong(Fn<A, R> function, Fn3<A, R, A, R> derivative, A argument) {
    return CustomRuleCalls.jvp(
        function,
        function,
        (primal, tangent) -> {
          R output = callAlong(function, derivative, primal);
          var along = derivative.apply(tangent.instantiate(), output, primal);
          return new OutputAndTangent<>(output, Tangent.of(along));
        },
        argument);
  }

  /**
   * {@return the function of two arrays with a given derivative along each array}
   *
   * <p>A derivative is not computed if its argument is not involved in differentiation.
   *
   * @param first from the tangent of the first argument, the value and both arguments to the
   *     tangent of the value; {@code null} is zero
   * @param second the same for the second argument
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.defjvps.html">jax.custom_jvp.defjvps</a>
   */
  public static ArrayFn2 customJvps(
      ArrayFn2 function,
      @Nullable Fn4<Array, Array, Array, Array, Array> first,
      @Nullable Fn4<Array, Array, Array, Array, Array> second) {
    return customJvpWithSymbolicZeros(
        function,
        (x, y, alongX, alongY) -> {
          var output = customJvps(function, first, second).apply(x, y);
          return new OutputAndTangent<>(
              output, along(first, alongX, output, x, y).plus(along(second, alongY, output, x, y)));
        });
  }

  private static Tangent<Array> along(
      @Nullable Fn4<Array, Array, Array, Array, Array> derivative,
      Tangent<Array> tangent,
      Array output,
      Array x,
      Array y) {
    return derivative == null || tangent.isZero()
        ? Tangent.zero()
        : Tangent.of(derivative.apply(tangent.instantiate(), output, x, y));
  }

  /**
   * {@return the function with a custom reverse derivative; its rules receive symbolic zeros}
   *
   * <p>Both rules run only if at least one leaf of the argument is involved in differentiation. The
   * backward rule runs only if at least one leaf of the value has a cotangent.
   *
   * @param forward from the argument, with a mark at each leaf that is involved in differentiation,
   *     to the value and the residuals
   * @param backward from residuals and the cotangent of the value to the cotangent of the argument;
   *     both cotangents may have symbolic zeros. The cotangent of a leaf that is not involved is
   *     ignored
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.defvjp.html">jax.custom_vjp.defvjp</a>
   *     with {@code symbolic_zeros=True}
   */
  public static <A, R, S> Fn<A, R> customVjpWithSymbolicZeros(
      Fn<A, R> function,
      Fn<CustomVjpPrimal<A>, WithResiduals<R, S>> forward,
      Fn2<S, Tangent<R>, Tangent<A>> backward) {
    return argument -> CustomRuleCalls.vjp(function, function, forward, backward, argument);
  }

  /** {@return the function of an array with a custom reverse derivative, with symbolic zeros} */
  public static <S> ArrayFn customVjpWithSymbolicZeros(
      ArrayFn function,
      Fn<CustomVjpPrimal<Array>, WithResiduals<Array, S>> forward,
      Fn2<S, Tangent<Array>, Tangent<Array>> backward) {
    return argument -> CustomRuleCalls.vjp(function, function, forward, backward, argument);
  }

  /**
   * {@return the function of a static argument and a pytree, with a custom reverse derivative in
   * the pytree, with symbolic zeros}
   *
   * @param function its first argument may be anything, also a function
   * @param forward from the static argument and the pytree to the value and the residuals
   * @param backward from the static argument, residuals and the cotangent of the value to the
   *     cotangent of the pytree
   */
  public static <N, A, R, S> Fn2<N, A, R> customVjpWithSymbolicZeros(
      Fn2<N, A, R> function,
      Fn2<N, CustomVjpPrimal<A>, WithResiduals<R, S>> forward,
      Fn3<N, S, Tangent<R>, Tangent<A>> backward) {
    return (fixed, argument) ->
        CustomRuleCalls.vjp(
            function,
            x -> function.apply(fixed, x),
            x -> forward.apply(fixed, x),
            (residuals, cotangent) -> backward.apply(fixed, residuals, cotangent),
            argument);
  }

  /**
   * {@return the function of two arrays with a custom reverse derivative in both, with symbolic
   * zeros}
   *
   * @param forward from both arguments to the value and the residuals
   * @param backward from residuals and the cotangent of the value to the cotangents of both
   *     arguments
   */
  public static <S> ArrayFn2 customVjpWithSymbolicZeros(
      ArrayFn2 function,
      Fn2<CustomVjpPrimal<Array>, CustomVjpPrimal<Array>, WithResiduals<Array, S>> forward,
      Fn2<S, Tangent<Array>, List<Tangent<Array>>> backward) {
    return (x, y) ->
        CustomRuleCalls.<List<Array>, Array, S>vjp(
            function,
            both -> function.apply(both.get(0), both.get(1)),
            both ->
                forward.apply(CustomVjpPrimal.element(both, 0), CustomVjpPrimal.element(both, 1)),
            (residuals, cotangent) -> list(backward.apply(residuals, cotangent), List.of(x, y)),
            List.of(x, y));
  }

  private static Tangent<List<Array>> list(List<Tangent<Array>> returned, List<Array> arguments) {
    if (returned.size() != arguments.size()) {
      throw new TreeStructureException(
          "The backward rule of customVjp must return a cotangent for each of %d arguments, but returned %d. Return Tangent.zero() for an argument without one."
              .formatted(arguments.size(), returned.size()));
    }
    return Tangent.ofLeaves(TangentLeaves.list(returned, ShapedArray.ofAll(arguments)));
  }
}
