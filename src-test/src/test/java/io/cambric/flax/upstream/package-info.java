/**
 * The examples of Flax's design notes, written in Java, with the names, shapes and numbers that
 * Flax 0.12.8 gives.
 */
@NullMarked
package io.cambric.flax.upstream;

import org.jspecify.annotations.NullMarked;
