/**
 * Lifted transformations of modules: the rules of Flax's {@code lift} and {@code nn}, one by one,
 * and those of Cambric beyond them.
 *
 * <p>Keyword arguments of lifted functions are about Python alone, and have no test.
 */
@NullMarked
package io.cambric.flax.lift;

import org.jspecify.annotations.NullMarked;
