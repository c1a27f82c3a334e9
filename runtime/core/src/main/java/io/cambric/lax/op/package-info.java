/**
 * The core operations: elementwise functions, shapes, indices, reductions, contractions and
 * sorting, with the traits and helpers that rules share.
 *
 * <p>These operations are each other's transposes (broadcast and sum, slice and pad, gather and
 * scatter), so they share one package. A topic class such as {@code ShapeOps} holds the functions,
 * from which the build generates {@code Lax}.
 */
@NullMarked
package io.cambric.lax.op;

import org.jspecify.annotations.NullMarked;
