/**
 * Files of arrays. Everybody may use it; it sees all of the runtime.
 *
 * {@snippet :
 * var weights = SafeTensors.read(Path.of("model.safetensors"));
 * NdArray kernel = weights.get("encoder/kernel");
 * }
 */
@NullMarked
package io.cambric.io;

import org.jspecify.annotations.NullMarked;
