/**
 * The examples of the design notes of Flax that Cambric grew from, written in Java, with the names,
 * shapes and numbers that Flax 0.12.8 gives.
 */
@NullMarked
package io.cambric.seeds;

import org.jspecify.annotations.NullMarked;
