package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.function.Fn4;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.List;

/** Functions with a derivative that the user writes. */
@SuppressWarnings("overloads") // the array overload's function extends the general one
final class CustomRules {

  private CustomRules() {}

  /**
   * {@return the function with a custom derivative}
   *
   * @param rule from primals and tangents to the value and its tangent. It is linear in the
   *     tangents, which therefore decide neither branches nor numbers of iterations. It may be
   *     differentiated again
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.html">jax.custom_jvp</a>
   */
  public static <A, R> Fn<A, R> customJvp(Fn<A, R> function, Fn2<A, A, Jvp<R>> rule) {
    return argument -> callJvp(function, function, rule, argument);
  }

  /** {@return the function of an array with a custom derivative} */
  public static ArrayFn customJvp(ArrayFn function, Fn2<Array, Array, Jvp<Array>> rule) {
    return argument -> callJvp(function, function, rule, argument);
  }

  /**
   * {@return the function of a static argument and a pytree, with a custom derivative in the
   * pytree}
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
   * {@return the function of two arrays with a custom derivative in both}
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

  /**
   * {@return the function of two pytrees with a custom derivative in both}
   *
   * @param rule from both primals, then both tangents, to the value and its tangent
   */
  public static <A, B, R> Fn2<A, B, R> customJvp(
      Fn2<A, B, R> function, Fn4<A, B, A, B, Jvp<R>> rule) {
    return (a, b) ->
        callJvp(
            function,
            (Pair<A, B> both) -> function.apply(both.first(), both.second()),
            (primals, tangents) ->
                rule.apply(primals.first(), primals.second(), tangents.first(), tangents.second()),
            new Pair<>(a, b));
  }

  /** Both arguments of a function, as one pytree. */
  record Pair<A, B>(A first, B second) {}

  private static <A, R> R callJvp(
      Object original, Fn<A, R> function, Fn2<A, A, Jvp<R>> rule, A argument) {
    return CustomRuleCalls.jvp(
        original,
        function,
        (primal, tangent) -> {
          var out = rule.apply(primal, tangent.instantiate());
          return new OutputAndTangent<>(out.output(), Tangent.of(out.tangent()));
        },
        argument);
  }

  /**
   * {@return the function with a custom reverse derivative}
   *
   * @param forward from the argument to the value and the residuals
   * @param backward from residuals and the cotangent of the value to the cotangent of the argument
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.html">jax.custom_vjp</a>
   */
  public static <A, R, S> Fn<A, R> customVjp(
      Fn<A, R> function, Fn<A, WithResiduals<R, S>> forward, Fn2<S, R, A> backward) {
    return argument -> callVjp(function, function, forward, backward, argument);
  }

  /**
   * {@return the function of a static argument and a pytree, with a custom reverse derivative in
   * the pytree}
   *
   * @param function its first argument may be anything, also a function
   * @param forward from the static argument and the pytree to the value and the residuals
   * @param backward from the static argument, residuals and the cotangent of the value to the
   *     cotangent of the pytree
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

  /** {@return the function of an array with a custom reverse derivative} */
  public static <S> ArrayFn customVjp(
      ArrayFn function, Fn<Array, WithResiduals<Array, S>> forward, Fn2<S, Array, Array> backward) {
    return argument -> callVjp(function, function, forward, backward, argument);
  }

  /**
   * {@return the function of two arrays with a custom reverse derivative in both}
   *
   * @param forward from both arguments to the value and the residuals
   * @param backward from residuals and the cotangent of the value to the cotangents of both
   *     arguments
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

  /**
   * {@return the function of two pytrees with a custom reverse derivative in both}
   *
   * @param forward from both arguments to the value and the residuals
   * @param backward from residuals and the cotangent of the value to a list of two: the cotangents
   *     of the first and of the second argument
   */
  public static <A, B, R, S> Fn2<A, B, R> customVjp(
      Fn2<A, B, R> function,
      Fn2<A, B, WithResiduals<R, S>> forward,
      Fn2<S, R, ? extends List<?>> backward) {
    return (a, b) ->
        callVjp(
            function,
            (Pair<A, B> both) -> function.apply(both.first(), both.second()),
            (Pair<A, B> both) -> forward.apply(both.first(), both.second()),
            (S residuals, R cotangent) ->
                CustomRules.<A, B>pair(backward.apply(residuals, cotangent)),
            new Pair<>(a, b));
  }

  @SuppressWarnings("unchecked") // the structure is checked against that of the arguments
  private static <A, B> Pair<A, B> pair(List<?> cotangents) {
    if (cotangents.size() != 2) {
      throw new TreeStructureException(
          "The backward rule of customVjp must return one cotangent for each of its two arguments, but returned %d. Return List.of(ofFirst, ofSecond)."
              .formatted(cotangents.size()));
    }
    return new Pair<>((A) cotangents.get(0), (B) cotangents.get(1));
  }

  /** {@return the tree with all of its arrays as constants for differentiation} */
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
    return CustomRuleCalls.vjp(
        original,
        function,
        primal -> forward.apply(primal.value()),
        (residuals, cotangent) -> Tangent.of(backward.apply(residuals, cotangent.instantiate())),
        argument);
  }
}
