/**
 * State dicts and Flax's msgpack files, as {@code flax.serialization}. Everybody may use it; it
 * sees all of the runtime.
 *
 * <p>A state dict is a tree of maps with strings as keys and arrays, numbers, texts and bytes as
 * leaves. {@link io.cambric.serialization.Serialization#toStateDict} makes one of any pytree, and
 * {@code fromStateDict} puts its values into a target of the same structure. Msgpack is the format
 * in which Flax writes a state dict. Files go both ways between Flax and Cambric, byte for byte.
 *
 * {@snippet :
 * Serialization.write(Path.of("state.msgpack"), state);
 * var resumed = Serialization.read(Path.of("state.msgpack"), initialState);
 * }
 *
 * <p>Names of record components become those of Flax and Optax: {@code optState} is {@code
 * opt_state}. Lists and tuples have their indices as keys: {@code "0"}, {@code "1"}.
 *
 * <p>Reading has two passes. The first one reads the structure, and checks it against the size of
 * the file. The second one allocates the arrays and copies their elements.
 */
@NullMarked
package io.cambric.serialization;

import org.jspecify.annotations.NullMarked;
