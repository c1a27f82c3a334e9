package io.cambric.transform.result;

import io.cambric.transform.function.Fn;

/**
 * The value of a function, the map from its cotangents to cotangents of the argument, and its
 * auxiliary output.
 *
 * @param output the value
 * @param pullback the map; it may be called many times
 * @param aux the auxiliary output of the function
 * @param <A> the argument
 * @param <R> the output
 * @param <X> the auxiliary output
 */
public record VjpAndAux<A, R, X>(R output, Fn<R, A> pullback, X aux) {
  /** {@return the value and the auxiliary output} */
  @Override
  public String toString() {
    return "VjpAndAux[output=" + output + ", pullback=a function, aux=" + aux + "]";
  }
}
