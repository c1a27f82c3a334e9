package io.cambric.transform.result;

import io.cambric.transform.function.Fn;

/**
 * The value of a function and the map from cotangents of the output to cotangents of the argument.
 *
 * @param output the value
 * @param pullback the map; it may be called many times
 * @param <A> the argument
 * @param <R> the output
 */
public record Vjp<A, R>(R output, Fn<R, A> pullback) {
  /** {@return the value} */
  @Override
  public String toString() {
    return "Vjp[output=" + output + ", pullback=a function]";
  }
}
