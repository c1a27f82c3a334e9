package io.cambric.transform;

import io.cambric.core.Array;
import java.util.Arrays;
import java.util.List;

/** Derivatives at a point, transposes of linear functions, jacobians. */
@SuppressWarnings("overloads") // each array overload's function extends the general one
abstract class Derivatives extends Gradients {

  Derivatives() {}

  /** {@return the value at a point and the map from output cotangents to argument cotangents} */
  public static Vjp<Array, Array> vjp(ArrayFn function, Array primal) {
    return Differentiation.vjp(function, primal);
  }

  /** {@return the value at a point and the map from output cotangents to argument cotangents} */
  public static <A, R> Vjp<A, R> vjp(Fn<A, R> function, A primal) {
    return Differentiation.vjp(function, primal);
  }

  /** {@return the value of a function of two arrays and the map to the cotangents of both} */
  public static Vjp<List<Array>, Array> vjp(ArrayFn2 function, Array x, Array y) {
    return Differentiation.vjp(
        (List<Array> both) -> function.apply(both.get(0), both.get(1)), List.of(x, y));
  }

  /** {@return the value of a function of two pytrees and the map to the cotangents of both} */
  @SuppressWarnings("unchecked")
  public static <A, B, R> Vjp<List<Object>, R> vjp(Fn2<A, B, R> function, A x, B y) {
    return Differentiation.vjp(
        (List<Object> both) -> function.apply((A) both.get(0), (B) both.get(1)), List.of(x, y));
  }

  /** {@return the value at a point and the derivative along a tangent} */
  public static Jvp<Array> jvp(ArrayFn function, Array primal, Array tangent) {
    return Differentiation.jvp(function, primal, tangent);
  }

  /** {@return the value at a point and the derivative along a tangent} */
  public static <A, R> Jvp<R> jvp(Fn<A, R> function, A primal, A tangent) {
    return Differentiation.jvp(function, primal, tangent);
  }

  /**
   * {@return the value of a function of two arrays and the derivative along a tangent of each}
   *
   * @param xDot the tangent of x
   * @param yDot the tangent of y
   */
  public static Jvp<Array> jvp(ArrayFn2 function, Array x, Array y, Array xDot, Array yDot) {
    Fn2<Array, Array, Array> general = function;
    return jvp(general, x, y, xDot, yDot);
  }

  /** {@return the value of a function of two pytrees and the derivative along a tangent of each} */
  @SuppressWarnings("unchecked")
  public static <A, B, R> Jvp<R> jvp(Fn2<A, B, R> function, A x, B y, A xDot, B yDot) {
    return Differentiation.jvp(
        (List<Object> both) -> function.apply((A) both.get(0), (B) both.get(1)),
        List.of(x, y),
        List.of(xDot, yDot));
  }

  /** {@return the value at a point and the derivative there as a function} */
  public static Linearized<Array, Array> linearize(ArrayFn function, Array primal) {
    return Differentiation.linearize(function, primal);
  }

  /** {@return the value at a point and the derivative there as a function} */
  public static <A, R> Linearized<A, R> linearize(Fn<A, R> function, A primal) {
    return Differentiation.linearize(function, primal);
  }

  /**
   * {@return the transpose of a linear function: from cotangents of its output to those of its
   * argument}
   *
   * @param example only its shapes and dtypes matter
   * @throws io.cambric.errors.DifferentiationException when the transpose is called, if the
   *     function is not linear
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.linear_transpose.html">jax.linear_transpose</a>
   */
  public static <A, R> Fn<R, A> linearTranspose(Fn<A, R> function, A example) {
    return LinearTranspose.of(function, example);
  }

  /** {@return the transpose of a linear function of an array} */
  public static ArrayFn linearTranspose(ArrayFn function, Array example) {
    Fn<Array, Array> general = function;
    return new Derived.OfArray(function, LinearTranspose.of(general, example));
  }

  /** {@return the derivative along a tangent of a function that also returns something else} */
  public static <A, R, X> JvpAndAux<R, X> jvpAux(
      Fn<A, OutputAndAux<R, X>> function, A primal, A tangent) {
    var out = Differentiation.jvp(function, primal, tangent);
    return new JvpAndAux<>(out.output().output(), out.tangent().output(), out.output().aux());
  }

  /** {@return the pullback of a function that also returns something else} */
  public static <A, R, X> VjpAndAux<A, R, X> vjpAux(Fn<A, OutputAndAux<R, X>> function, A primal) {
    return Differentiation.vjpAux(function, primal);
  }

  /** {@return the jacobian by forward differentiation: axes of the output, then of the input} */
  public static ArrayFn jacfwd(ArrayFn function) {
    Fn<Array, Array> general = function;
    return new Derived.OfArray(function, x -> (Array) Jacobians.forward(general, x));
  }

  /**
   * {@return the jacobian by forward differentiation of a function of pytrees}
   *
   * <p>It is a tree like the output with a tree like the argument in place of each array; its
   * arrays have the axes of the output, then those of the input. Where the output has records and
   * the argument is more than one array, maps by the names of the components stand for the records,
   * whose components are arrays.
   */
  public static <A, R> Fn<A, Object> jacfwd(Fn<A, R> function) {
    return new Derived.Of<>(function, x -> Jacobians.forward(function, x));
  }

  /** {@return the jacobian by forward differentiation in the arguments of these numbers, a list} */
  @SuppressWarnings("unchecked")
  public static <A, B, R> Fn2<A, B, Object> jacfwd(
      Fn2<A, B, R> function, int argnum, int... others) {
    return new Derived.OfTwo<>(
        function,
        (x, y) -> {
          var chosen =
              Argnums.of(argnum, others)
                  .at(all -> function.apply((A) all.get(0), (B) all.get(1)), Arrays.asList(x, y));
          return Jacobians.forward(chosen.function(), chosen.point());
        });
  }

  /** {@return the jacobian of a function that also returns something else} */
  public static <A, X> Fn<A, JacobianAndAux<A, X>> jacfwdAux(Fn<A, WithAux<X>> function) {
    return new Derived.Of<>(function, x -> Jacobians.forwardAux(function, x));
  }

  /** {@return the jacobian by reverse differentiation: axes of the output, then of the input} */
  public static ArrayFn jacrev(ArrayFn function) {
    Fn<Array, Array> general = function;
    return new Derived.OfArray(function, x -> (Array) Jacobians.reverse(general, x));
  }

  /** {@return the jacobian by reverse differentiation of a function of pytrees, as by jacfwd} */
  public static <A, R> Fn<A, Object> jacrev(Fn<A, R> function) {
    return new Derived.Of<>(function, x -> Jacobians.reverse(function, x));
  }

  /** {@return the jacobian by reverse differentiation in the arguments of these numbers, a list} */
  @SuppressWarnings("unchecked")
  public static <A, B, R> Fn2<A, B, Object> jacrev(
      Fn2<A, B, R> function, int argnum, int... others) {
    return new Derived.OfTwo<>(
        function,
        (x, y) -> {
          var chosen =
              Argnums.of(argnum, others)
                  .at(all -> function.apply((A) all.get(0), (B) all.get(1)), Arrays.asList(x, y));
          return Jacobians.reverse(chosen.function(), chosen.point());
        });
  }

  /** {@return the jacobian of a function that also returns something else} */
  public static <A, X> Fn<A, JacobianAndAux<A, X>> jacrevAux(Fn<A, WithAux<X>> function) {
    return new Derived.Of<>(function, x -> Jacobians.reverseAux(function, x));
  }

  /** {@return the second derivatives, forward over reverse: axes of the output, twice the input} */
  public static ArrayFn hessian(ArrayFn function) {
    return jacfwd(jacrev(function));
  }

  /**
   * {@return the second derivatives of a function of pytrees, forward over reverse: the jacobian,
   * as by jacfwd, of its jacobian}
   */
  public static <A, R> Fn<A, Object> hessian(Fn<A, R> function) {
    return jacfwd(jacrev(function));
  }
}
