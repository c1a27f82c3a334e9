package io.cambric.transform;

import io.cambric.core.Array;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Gradients of functions with a scalar output. */
@SuppressWarnings("overloads") // each array overload's function extends the general one
abstract class Gradients extends ImplicitFunctions {

  Gradients() {}

  /**
   * {@return the gradient of a function with a scalar output}
   *
   * @throws io.cambric.errors.DifferentiationException when called, if the output is no floating
   *     scalar or an input is not floating
   */
  public static ArrayFn grad(ArrayFn function) {
    return new Derived.OfArray(function, x -> Differentiation.valueAndGrad(function, x).grads());
  }

  /** {@return the gradient of a function of a pytree with a scalar output} */
  public static <A> Fn<A, A> grad(Fn<A, Array> function) {
    return new Derived.Of<>(function, x -> Differentiation.valueAndGrad(function, x).grads());
  }

  /** {@return the value and the gradient of a function of one array} */
  public static Fn<Array, ValueAndGrad<Array>> valueAndGrad(ArrayFn function) {
    return new Derived.Of<>(function, x -> Differentiation.valueAndGrad(function, x));
  }

  /** {@return the value and the gradient of a function of a pytree} */
  public static <A> Fn<A, ValueAndGrad<A>> valueAndGrad(Fn<A, Array> function) {
    return new Derived.Of<>(function, x -> Differentiation.valueAndGrad(function, x));
  }

  /** {@return the gradient of a function that also returns something else} */
  public static <A, X> Fn<A, GradAndAux<A, X>> gradAux(Fn<A, WithAux<X>> function) {
    return new Derived.Of<>(
        function,
        x -> {
          var all = Differentiation.valueAndGradAux(function, x);
          return new GradAndAux<>(all.grads(), all.aux());
        });
  }

  /** {@return the value and the gradient of a function that also returns something else} */
  public static <A, X> Fn<A, ValueAuxAndGrad<A, X>> valueAndGradAux(Fn<A, WithAux<X>> function) {
    return new Derived.Of<>(function, x -> Differentiation.valueAndGradAux(function, x));
  }

  /**
   * {@return the gradient of a function of a pytree, as the specification says}
   *
   * <p>With {@link GradSpec#allowInt} leaves that are not floating may be differentiated too; their
   * gradient is zeros of their own dtype, where JAX has its {@code float0}.
   */
  public static <A> Fn<A, A> grad(Fn<A, Array> function, UnaryOperator<GradSpec> spec) {
    var settings = spec.apply(GradSpec.DEFAULT);
    return new Derived.Of<>(
        function, x -> Differentiation.valueAndGrad(function, x, settings).grads());
  }

  /** {@return the value and the gradient of a function of a pytree, as the specification says} */
  public static <A> Fn<A, ValueAndGrad<A>> valueAndGrad(
      Fn<A, Array> function, UnaryOperator<GradSpec> spec) {
    var settings = spec.apply(GradSpec.DEFAULT);
    return new Derived.Of<>(function, x -> Differentiation.valueAndGrad(function, x, settings));
  }

  /** {@return the gradient of a function of two arrays in the first of them} */
  public static ArrayFn2 grad(ArrayFn2 function) {
    Fn2<Array, Array, Array> general = function;
    return new Derived.OfTwoArrays(function, grad(general));
  }

  /** {@return the gradient of a function of two pytrees in the first of them} */
  public static <A, B> Fn2<A, B, A> grad(Fn2<A, B, Array> function) {
    return new Derived.OfTwo<>(
        function, (x, y) -> Differentiation.valueAndGrad(a -> function.apply(a, y), x).grads());
  }

  /** {@return the gradient of a function of three pytrees in the first of them} */
  public static <A, B, C> Fn3<A, B, C, A> grad(Fn3<A, B, C, Array> function) {
    return new Derived.OfThree<>(
        function,
        (x, y, z) -> Differentiation.valueAndGrad(a -> function.apply(a, y, z), x).grads());
  }

  /** {@return the value and the gradient of a function of two arrays in the first of them} */
  public static Fn2<Array, Array, ValueAndGrad<Array>> valueAndGrad(ArrayFn2 function) {
    Fn2<Array, Array, Array> general = function;
    return valueAndGrad(general);
  }

  /** {@return the value and the gradient of a function of two pytrees in the first of them} */
  public static <A, B> Fn2<A, B, ValueAndGrad<A>> valueAndGrad(Fn2<A, B, Array> function) {
    return new Derived.OfTwo<>(
        function, (x, y) -> Differentiation.valueAndGrad(a -> function.apply(a, y), x));
  }

  /** {@return the value and the gradient of a function of three pytrees in the first of them} */
  public static <A, B, C> Fn3<A, B, C, ValueAndGrad<A>> valueAndGrad(Fn3<A, B, C, Array> function) {
    return new Derived.OfThree<>(
        function, (x, y, z) -> Differentiation.valueAndGrad(a -> function.apply(a, y, z), x));
  }

  /**
   * {@return the gradients of a function of two arrays in the arguments of these numbers, one each}
   *
   * @param argnum a number from 0; negative ones count from the last argument
   */
  public static Fn2<Array, Array, List<Array>> grad(ArrayFn2 function, int argnum, int... others) {
    var both = valueAndGrad(function, argnum, others);
    return new Derived.OfTwo<>(function, (x, y) -> both.apply(x, y).grads());
  }

  /** {@return the gradients of a function of two pytrees in the arguments of these numbers} */
  public static <A, B> Fn2<A, B, List<Object>> grad(
      Fn2<A, B, Array> function, int argnum, int... others) {
    var both = valueAndGrad(function, argnum, others);
    return new Derived.OfTwo<>(function, (x, y) -> both.apply(x, y).grads());
  }

  /** {@return the gradients of a function of three pytrees in the arguments of these numbers} */
  public static <A, B, C> Fn3<A, B, C, List<Object>> grad(
      Fn3<A, B, C, Array> function, int argnum, int... others) {
    var both = valueAndGrad(function, argnum, others);
    return new Derived.OfThree<>(function, (x, y, z) -> both.apply(x, y, z).grads());
  }

  /** {@return the value and the gradients of a function of two arrays in these arguments} */
  public static Fn2<Array, Array, ValueAndGrad<List<Array>>> valueAndGrad(
      ArrayFn2 function, int argnum, int... others) {
    return new Derived.OfTwo<>(
        function,
        (x, y) ->
            Argnums.of(argnum, others)
                .at(
                    all -> function.apply((Array) all.get(0), (Array) all.get(1)),
                    Arrays.asList(x, y))
                .valueAndGrad());
  }

  /** {@return the value and the gradients of a function of two pytrees in these arguments} */
  @SuppressWarnings("unchecked")
  public static <A, B> Fn2<A, B, ValueAndGrad<List<Object>>> valueAndGrad(
      Fn2<A, B, Array> function, int argnum, int... others) {
    return new Derived.OfTwo<>(
        function,
        (x, y) ->
            Argnums.of(argnum, others)
                .at(all -> function.apply((A) all.get(0), (B) all.get(1)), Arrays.asList(x, y))
                .valueAndGrad());
  }

  /** {@return the value and the gradients of a function of three pytrees in these arguments} */
  @SuppressWarnings("unchecked")
  public static <A, B, C> Fn3<A, B, C, ValueAndGrad<List<Object>>> valueAndGrad(
      Fn3<A, B, C, Array> function, int argnum, int... others) {
    return new Derived.OfThree<>(
        function,
        (x, y, z) ->
            Argnums.of(argnum, others)
                .at(
                    all -> function.apply((A) all.get(0), (B) all.get(1), (C) all.get(2)),
                    Arrays.asList(x, y, z))
                .valueAndGrad());
  }
}
