package io.cambric.transform.result;

import io.cambric.core.Jaxpr;
import org.jspecify.annotations.Nullable;

/**
 * The program of a function, and the shapes and dtypes of its result.
 *
 * @param jaxpr the program before compilation
 * @param shape the result with an aval in place of each array, and {@code null} where the result
 *     has {@code null}
 * @param <S> an aval for an array, else a tree of avals
 */
public record JaxprAndShape<S>(Jaxpr jaxpr, @Nullable S shape) {}
