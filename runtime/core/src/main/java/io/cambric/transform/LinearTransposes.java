package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;

/** Transposes of linear functions. */
@SuppressWarnings("overloads") // the array overload's function extends the general one
final class LinearTransposes {

  private LinearTransposes() {}

  /**
   * {@return the transpose of a linear function, which maps cotangents of its output to cotangents
   * of its argument}
   *
   * @param example an argument; only its shapes and dtypes are read
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
    return LinearTranspose.of(function, example);
  }
}
