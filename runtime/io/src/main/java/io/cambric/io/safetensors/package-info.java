/**
 * Files of safetensors: read into memory, mapped, and models in several of them. Everybody may use
 * it.
 *
 * {@snippet :
 * var weights = SafeTensors.read(Path.of("model.safetensors"));
 * NdArray kernel = weights.get("encoder/kernel");
 * }
 */
@NullMarked
package io.cambric.io.safetensors;

import org.jspecify.annotations.NullMarked;
