/**
 * State dicts and msgpack files across modules: those of train states and optimisers, and files
 * that Flax itself reads and writes.
 */
@NullMarked
package io.cambric.flax.serialization;

import org.jspecify.annotations.NullMarked;
