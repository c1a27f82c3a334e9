/**
 * Files of arrays, the checkpoints of trainings, and files that are written as a whole or not at
 * all. Everybody may use it; it sees all of the runtime.
 *
 * {@snippet :
 * var weights = SafeTensors.read(Path.of("model.safetensors"));
 * NdArray kernel = weights.get("encoder/kernel");
 * var state = Checkpoints.in(Path.of("run")).restore(initialState);
 * }
 */
@NullMarked
package io.cambric.io;

import org.jspecify.annotations.NullMarked;
