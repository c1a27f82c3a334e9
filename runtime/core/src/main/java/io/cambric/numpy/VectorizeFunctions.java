package io.cambric.numpy;

import io.cambric.core.Array;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import java.util.List;

/** Functions mapped over leading axes that broadcast; {@link Vectorize} has the general form. */
final class VectorizeFunctions {

  private VectorizeFunctions() {}

  /**
   * {@return a function of scalars, mapped over all axes of its argument}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.vectorize.html">jnp.vectorize</a>
   */
  public static ArrayFn vectorize(ArrayFn function) {
    var mapped = Vectorize.of(args -> List.of(function.apply(args.get(0))));
    return x -> single(mapped, x);
  }

  /**
   * {@return a function mapped over the leading axes of its argument}
   *
   * @param signature the core axes, such as {@code (n)->()}
   * @throws io.cambric.errors.ShapeException if it is no signature
   */
  public static ArrayFn vectorize(ArrayFn function, String signature) {
    var mapped =
        Vectorize.of(args -> List.of(function.apply(args.get(0)))).withSignature(signature);
    return x -> single(mapped, x);
  }

  /** {@return a function of two scalars, mapped over all axes, which broadcast} */
  public static ArrayFn2 vectorize(ArrayFn2 function) {
    var mapped = Vectorize.of(args -> List.of(function.apply(args.get(0), args.get(1))));
    return (x, y) -> single(mapped, x, y);
  }

  /**
   * {@return a function of two arrays, mapped over the leading axes, which broadcast}
   *
   * @param signature the core axes, such as {@code (n),(m,n)->(m)}
   * @throws io.cambric.errors.ShapeException if it is no signature
   */
  public static ArrayFn2 vectorize(ArrayFn2 function, String signature) {
    var mapped =
        Vectorize.of(args -> List.of(function.apply(args.get(0), args.get(1))))
            .withSignature(signature);
    return (x, y) -> single(mapped, x, y);
  }

  /**
   * {@return a function of two scalars, mapped over arrays, with its reductions}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.frompyfunc.html">jnp.frompyfunc</a>
   */
  public static Ufunc frompyfunc(ArrayFn2 function) {
    return new Ufunc(function, null);
  }

  /**
   * {@return a function of two scalars, mapped over arrays, with its reductions}
   *
   * @param identity that a reduction begins with, such as 0 for sums
   */
  public static Ufunc frompyfunc(ArrayFn2 function, double identity) {
    return new Ufunc(function, identity);
  }

  private static Array single(Vectorize mapped, Array... arguments) {
    return mapped.apply(arguments).getFirst();
  }
}
