package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
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

  /** {@return the function mapped over axis 0 of all arrays of its arguments and result} */
  public static <A, B, C, R> Fn3<A, B, C, R> vmap(Fn3<A, B, C, R> function) {
    return vmap(function, spec -> spec);
  }

  /** {@return the function mapped over the axes of a specification} */
  @SuppressWarnings("unchecked")
  public static <A, B, C, R> Fn3<A, B, C, R> vmap(
      Fn3<A, B, C, R> function, UnaryOperator<VmapSpec> axes) {
    var spec = axes.apply(VmapSpec.DEFAULT);
    return new Derived.OfThree<>(
        function,
        (x, y, z) ->
            Vectorisation.vmap(
                all -> function.apply((A) all.get(0), (B) all.get(1), (C) all.get(2)),
                spec,
                Arrays.asList(x, y, z)));
  }

  /**
   * {@return the function compiled: traced once for each structure, shapes, dtypes and static
   * leaves of its argument}
   *
   * <p>Static are leaves that are neither arrays nor Java numbers, and Java numbers where no array
   * could stand: those that are arguments themselves, and components of records that are declared
   * as numbers. Other numbers, as in lists, are weakly typed arrays. Another static value compiles
   * another program.
   *
   * <p>Keep the result: each call of {@code jit} begins anew.
   */
  public static ArrayJit jit(ArrayFn function) {
    return new ArrayJit(function, JitSpec.DEFAULT);
  }

  /** {@return the function of a pytree compiled} */
  public static <A, R> Jit<A, R> jit(Fn<A, R> function) {
    return new Jit<>(function, JitSpec.DEFAULT);
  }

  /** {@return the function of two arrays compiled} */
  public static ArrayJit2 jit(ArrayFn2 function) {
    return new ArrayJit2(function, JitSpec.DEFAULT);
  }

  /** {@return the function of two pytrees compiled} */
  public static <A, B, R> Jit2<A, B, R> jit(Fn2<A, B, R> function) {
    return new Jit2<>(function, JitSpec.DEFAULT);
  }

  /** {@return the function of three pytrees compiled} */
  public static <A, B, C, R> Jit3<A, B, C, R> jit(Fn3<A, B, C, R> function) {
    return new Jit3<>(function, JitSpec.DEFAULT);
  }

  /** {@return the function compiled as the specification says} */
  public static ArrayJit jit(ArrayFn function, UnaryOperator<JitSpec> spec) {
    return new ArrayJit(function, spec.apply(JitSpec.DEFAULT));
  }

  /** {@return the function of a pytree compiled as the specification says} */
  public static <A, R> Jit<A, R> jit(Fn<A, R> function, UnaryOperator<JitSpec> spec) {
    return new Jit<>(function, spec.apply(JitSpec.DEFAULT));
  }

  /** {@return the function of two arrays compiled as the specification says} */
  public static ArrayJit2 jit(ArrayFn2 function, UnaryOperator<JitSpec> spec) {
    return new ArrayJit2(function, spec.apply(JitSpec.DEFAULT));
  }

  /** {@return the function of two pytrees compiled as the specification says} */
  public static <A, B, R> Jit2<A, B, R> jit(Fn2<A, B, R> function, UnaryOperator<JitSpec> spec) {
    return new Jit2<>(function, spec.apply(JitSpec.DEFAULT));
  }

  /** {@return the function of three pytrees compiled as the specification says} */
  public static <A, B, C, R> Jit3<A, B, C, R> jit(
      Fn3<A, B, C, R> function, UnaryOperator<JitSpec> spec) {
    return new Jit3<>(function, spec.apply(JitSpec.DEFAULT));
  }

  /**
   * {@return what the body returns, run without compilation: jitted functions, loops and branches
   * run as Java code on the values at hand, so that they can be printed and stepped through}
   *
   * <p>Where there are no values, as for a condition that differs between the lanes of vmap, they
   * are traced as ever.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.disable_jit.html">jax.disable_jit</a>
   */
  public static <R> R disableJit(Supplier<? extends R> body) {
    return DisabledJit.run(body);
  }

  /** Runs the body as {@link #disableJit(Supplier)} does. */
  public static void disableJit(Runnable body) {
    DisabledJit.run(() -> {
      body.run();
      return body;
    });
  }

  /**
   * {@return shapes and dtypes of a function's result, as a tree of avals; nothing is computed}
   *
   * <p>For a record that holds arrays only there is a map by the names of its components.
   *
   * @param argument a pytree, in which a {@link ShapedArray} may stand for an array
   */
  public static <A> @Nullable Object evalShape(Fn<A, ?> function, A argument) {
    return shapes(function, argument);
  }

  /** {@return shape and dtype of a function's result for an array of this aval} */
  public static ShapedArray evalShape(ArrayFn function, ShapedArray argument) {
    return Objects.requireNonNull((ShapedArray) shapes(function, argument));
  }

  private static @Nullable Object shapes(Fn<?, ?> function, @Nullable Object argument) {
    var tree = ArrayTree.AvalTree.of(argument);
    var body = Bodies.trace("evalShape", function, tree.structure(), tree.avals());
    return body.result().shaped(body.traced().jaxpr().outputAvals());
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

  /** {@return the program of a function at two arguments, as it is before the compiler} */
  @SuppressWarnings("unchecked") // each argument is put together again as it was
  public static <A, B, R> Jaxpr makeJaxpr(Fn2<A, B, R> function, A first, B second) {
    return makeJaxpr(
        (List<Object> both) -> function.apply((A) both.get(0), (B) both.get(1)),
        List.<Object>of(first, second));
  }
}
