package io.cambric.transform.result;

import io.cambric.transform.function.Fn;

/**
 * A function's value, the map from cotangents of it to those of the argument, and its auxiliary
 * output.
 *
 * @param output the value
 * @param pullback may be called often
 * @param aux what the function carried along
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
