/**
 * Checkpoints: the states of a training in a folder, one safetensors file each, written as a whole
 * or not at all.
 *
 * {@snippet :
 * var checkpoints = Checkpoints.in(Path.of("run")).withKeep(3);
 * checkpoints.save(state, step);
 * var state = checkpoints.restore(initialState);
 * }
 */
@NullMarked
package io.cambric.io.checkpoint;

import org.jspecify.annotations.NullMarked;
