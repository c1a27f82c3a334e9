/**
 * The generator of the per-arity classes of the runtime: function types, transformed functions,
 * results, and the functions that make them; and of the functions of modules under lifted
 * transformations. Only the builds of {@code runtime} name it; it is no service, so no user's
 * compiler runs it.
 *
 * <p>Example: {@code Jitted} holds the cache and the options. From it come {@code Jit} to {@code
 * Jit5} and {@code ArrayJit} to {@code ArrayJit5}, whose {@code apply} takes one to five arguments,
 * and the overloads of {@code jit} that return them.
 */
@NullMarked
package io.cambric.build.arity;

import org.jspecify.annotations.NullMarked;
