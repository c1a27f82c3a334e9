package io.cambric.transform;

import io.cambric.core.Array;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Mapping over workers, as {@link Transforms} offers it. */
@SuppressWarnings("overloads") // each array overload's function extends the general one
abstract class ParallelMaps extends Derivatives {

  ParallelMaps() {}

  /**
   * {@return the function mapped over axis 0 of its argument and result, each slice on a thread}
   */
  public static ArrayFn pmap(ArrayFn function) {
    return pmap(function, spec -> spec);
  }

  /** {@return the function mapped over axis 0 of all arrays, each slice on a thread} */
  public static <A, R> Fn<A, R> pmap(Fn<A, R> function) {
    return pmap(function, spec -> spec);
  }

  /** {@return the function mapped over the axes of a specification, each slice on a thread} */
  public static ArrayFn pmap(ArrayFn function, UnaryOperator<VmapSpec> axes) {
    Fn<Array, Array> mapped = mapped(function, axes);
    return new ArrayJit(new Derived.OfArray(function, mapped), JitSpec.DEFAULT);
  }

  /**
   * {@return the function mapped over the axes of a specification, each slice on a thread}
   *
   * <p>It computes what {@code vmap} computes. The function is compiled for one slice, and runs for
   * all slices at the same time, each on a worker thread of its own, be they more than processors.
   * Workers meet in collectives such as {@code Lax.psum}, so all must come to the same ones in the
   * same order: around a collective, branches and loops need predicates that all slices share.
   *
   * <p>Keep the result, as that of {@code jit}.
   *
   * @throws io.cambric.errors.WorkerException when called, if a worker fails, with its exception as
   *     the cause, or if workers come to different collectives
   */
  public static <A, R> Fn<A, R> pmap(Fn<A, R> function, UnaryOperator<VmapSpec> axes) {
    return new Jit<>(new Derived.Of<>(function, mapped(function, axes)), JitSpec.DEFAULT);
  }

  @SuppressWarnings("unchecked")
  private static <A, R> Fn<A, R> mapped(Fn<A, R> function, UnaryOperator<VmapSpec> axes) {
    var spec = axes.apply(VmapSpec.DEFAULT);
    var name = FunctionNames.of(Derived.root(function));
    return x ->
        Vectorisation.pmap(
            name, arguments -> function.apply((A) arguments.get(0)), spec, Arrays.asList(x));
  }

  /**
   * {@return the function mapped over axis 0 of its arguments and result, each slice on a thread}
   */
  public static ArrayFn2 pmap(ArrayFn2 function) {
    return pmap(function, spec -> spec);
  }

  /** {@return the function mapped over axis 0 of all arrays, each slice on a thread} */
  public static <A, B, R> Fn2<A, B, R> pmap(Fn2<A, B, R> function) {
    return pmap(function, spec -> spec);
  }

  /** {@return the function mapped over the axes of a specification, each slice on a thread} */
  public static ArrayFn2 pmap(ArrayFn2 function, UnaryOperator<VmapSpec> axes) {
    Fn2<Array, Array, Array> mapped = mapped(function, axes);
    return new ArrayJit2(new Derived.OfTwoArrays(function, mapped), JitSpec.DEFAULT);
  }

  /** {@return the function mapped over the axes of a specification, each slice on a thread} */
  public static <A, B, R> Fn2<A, B, R> pmap(Fn2<A, B, R> function, UnaryOperator<VmapSpec> axes) {
    return new Jit2<>(new Derived.OfTwo<>(function, mapped(function, axes)), JitSpec.DEFAULT);
  }

  @SuppressWarnings("unchecked")
  private static <A, B, R> Fn2<A, B, R> mapped(
      Fn2<A, B, R> function, UnaryOperator<VmapSpec> axes) {
    var spec = axes.apply(VmapSpec.DEFAULT);
    var name = FunctionNames.of(Derived.root(function));
    return (x, y) ->
        Vectorisation.pmap(
            name,
            (List<Object> arguments) -> function.apply((A) arguments.get(0), (B) arguments.get(1)),
            spec,
            Arrays.asList(x, y));
  }

  /** {@return the function mapped over axis 0 of all arrays, each slice on a thread} */
  public static <A, B, C, R> Fn3<A, B, C, R> pmap(Fn3<A, B, C, R> function) {
    return pmap(function, spec -> spec);
  }

  /** {@return the function mapped over the axes of a specification, each slice on a thread} */
  @SuppressWarnings("unchecked")
  public static <A, B, C, R> Fn3<A, B, C, R> pmap(
      Fn3<A, B, C, R> function, UnaryOperator<VmapSpec> axes) {
    var spec = axes.apply(VmapSpec.DEFAULT);
    var name = FunctionNames.of(Derived.root(function));
    Fn3<A, B, C, R> mapped =
        (x, y, z) ->
            Vectorisation.pmap(
                name,
                (List<Object> all) ->
                    function.apply((A) all.get(0), (B) all.get(1), (C) all.get(2)),
                spec,
                Arrays.asList(x, y, z));
    return new Jit3<>(new Derived.OfThree<>(function, mapped), JitSpec.DEFAULT);
  }
}
