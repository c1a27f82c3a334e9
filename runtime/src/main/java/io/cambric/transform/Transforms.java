package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The transformations: functions of functions, to be imported statically. They compose in any order
 * and to any depth.
 *
 * <p>Arguments and results are pytrees: arrays, and lists, maps and records of pytrees. Overloads
 * that take functions of arrays only let lambdas go without written types.
 *
 * {@snippet :
 * Array slope = grad(x -> x.tanh()).apply(x);
 * var step = jit((Params params, Batch batch) -> valueAndGrad((Params p) -> loss(p, batch)).apply(params));
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.html#just-in-time-compilation-jit">jax</a>
 */
@SuppressWarnings("overloads") // each array overload's function extends the general one
public final class Transforms extends ParallelMaps {

  private Transforms() {}

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

  /** {@return the value at a point and the map from output cotangents to argument cotangents} */
  public static Vjp<Array, Array> vjp(ArrayFn function, Array primal) {
    return Differentiation.vjp(function, primal);
  }

  /** {@return the value at a point and the map from output cotangents to argument cotangents} */
  public static <A, R> Vjp<A, R> vjp(Fn<A, R> function, A primal) {
    return Differentiation.vjp(function, primal);
  }

  /** {@return the value at a point and the derivative along a tangent} */
  public static Jvp<Array> jvp(ArrayFn function, Array primal, Array tangent) {
    return Differentiation.jvp(function, primal, tangent);
  }

  /** {@return the value at a point and the derivative along a tangent} */
  public static <A, R> Jvp<R> jvp(Fn<A, R> function, A primal, A tangent) {
    return Differentiation.jvp(function, primal, tangent);
  }

  /** {@return the value at a point and the derivative there as a function} */
  public static Linearized<Array, Array> linearize(ArrayFn function, Array primal) {
    return Differentiation.linearize(function, primal);
  }

  /** {@return the value at a point and the derivative there as a function} */
  public static <A, R> Linearized<A, R> linearize(Fn<A, R> function, A primal) {
    return Differentiation.linearize(function, primal);
  }

  /** {@return the jacobian by forward differentiation: axes of the output, then of the input} */
  public static ArrayFn jacfwd(ArrayFn function) {
    return new Derived.OfArray(function, x -> Jacobians.forward(function, x));
  }

  /** {@return the jacobian by reverse differentiation: axes of the output, then of the input} */
  public static ArrayFn jacrev(ArrayFn function) {
    return new Derived.OfArray(function, x -> Jacobians.reverse(function, x));
  }

  /** {@return the second derivatives, forward over reverse: axes of the output, twice the input} */
  public static ArrayFn hessian(ArrayFn function) {
    return jacfwd(jacrev(function));
  }

  /** {@return the function mapped over axis 0 of its argument and result} */
  public static ArrayFn vmap(ArrayFn function) {
    return vmap(function, spec -> spec);
  }

  /** {@return the function mapped over axis 0 of all arrays of its argument and result} */
  public static <A, R> Fn<A, R> vmap(Fn<A, R> function) {
    return vmap(function, spec -> spec);
  }

  /** {@return the function mapped over the axes of a specification} */
  public static ArrayFn vmap(ArrayFn function, UnaryOperator<VmapSpec> axes) {
    Fn<Array, Array> general = function;
    return new Derived.OfArray(function, vmap(general, axes));
  }

  /** {@return the function mapped over the axes of a specification} */
  @SuppressWarnings("unchecked")
  public static <A, R> Fn<A, R> vmap(Fn<A, R> function, UnaryOperator<VmapSpec> axes) {
    var spec = axes.apply(VmapSpec.DEFAULT);
    return new Derived.Of<>(
        function,
        x ->
            Vectorisation.vmap(
                arguments -> function.apply((A) arguments.get(0)), spec, Arrays.asList(x)));
  }

  /** {@return the function mapped over axis 0 of its arguments and result} */
  public static ArrayFn2 vmap(ArrayFn2 function) {
    return vmap(function, spec -> spec);
  }

  /** {@return the function mapped over axis 0 of all arrays of its arguments and result} */
  public static <A, B, R> Fn2<A, B, R> vmap(Fn2<A, B, R> function) {
    return vmap(function, spec -> spec);
  }

  /** {@return the function mapped over the axes of a specification} */
  public static ArrayFn2 vmap(ArrayFn2 function, UnaryOperator<VmapSpec> axes) {
    Fn2<Array, Array, Array> general = function;
    return new Derived.OfTwoArrays(function, vmap(general, axes));
  }

  /** {@return the function mapped over the axes of a specification} */
  @SuppressWarnings("unchecked")
  public static <A, B, R> Fn2<A, B, R> vmap(Fn2<A, B, R> function, UnaryOperator<VmapSpec> axes) {
    var spec = axes.apply(VmapSpec.DEFAULT);
    return new Derived.OfTwo<>(
        function,
        (x, y) ->
            Vectorisation.vmap(
                arguments -> function.apply((A) arguments.get(0), (B) arguments.get(1)),
                spec,
                Arrays.asList(x, y)));
  }

  /**
   * {@return the function compiled: traced once for each structure, shapes, dtypes and static
   * leaves of its argument}
   *
   * <p>Keep the result: each call of {@code jit} begins anew.
   */
  public static ArrayJit jit(ArrayFn function) {
    return new ArrayJit(function);
  }

  /** {@return the function of a pytree compiled} */
  public static <A, R> Jit<A, R> jit(Fn<A, R> function) {
    return new Jit<>(function);
  }

  /** {@return the function of two arrays compiled} */
  public static ArrayJit2 jit(ArrayFn2 function) {
    return new ArrayJit2(function);
  }

  /** {@return the function of two pytrees compiled} */
  public static <A, B, R> Jit2<A, B, R> jit(Fn2<A, B, R> function) {
    return new Jit2<>(function);
  }

  /** {@return the function of three pytrees compiled} */
  public static <A, B, C, R> Jit3<A, B, C, R> jit(Fn3<A, B, C, R> function) {
    return new Jit3<>(function);
  }

  /** {@return shapes and dtypes of a function's result, as a tree of avals; nothing is computed} */
  public static <A> @Nullable Object evalShape(Fn<A, ?> function, A argument) {
    var tree = ArrayTree.of(argument);
    var body = Bodies.trace("evalShape", function, tree.structure(), Bodies.avals(tree.arrays()));
    var avals = body.traced().jaxpr().outputAvals().iterator();
    var leaves = new ArrayList<Object>();
    for (var leaf : body.result().statics()) {
      leaves.add(leaf == null ? avals.next() : leaf);
    }
    return body.result().def().unflatten(leaves);
  }

  /** {@return the program of a function at an argument, as it is before the compiler} */
  public static Jaxpr makeJaxpr(ArrayFn function, Array argument) {
    Fn<Array, Array> general = function;
    return makeJaxpr(general, argument);
  }

  /** {@return the program of a function at an argument, as it is before the compiler} */
  public static <A, R> Jaxpr makeJaxpr(Fn<A, R> function, A argument) {
    var tree = ArrayTree.of(argument);
    List<ShapedArray> avals = tree.arrays().stream().map(Array::aval).toList();
    return StagingTrace.trace("makeJaxpr", avals, new Calls<>(function, tree.structure())).jaxpr();
  }
}
