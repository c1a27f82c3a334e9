/**
 * Arrays as files have them: by name, and of dtypes that Cambric does not compute with. The formats
 * are in the packages below: {@code safetensors}, {@code npy}, {@code checkpoint}, {@code onnx},
 * {@code event}; {@code weight} maps the names of other libraries.
 *
 * {@snippet :
 * NamedArrays encoder = NamedArrays.of(weights).filter(name -> name.startsWith("encoder/"));
 * Array kernel = encoder.get("encoder/kernel");
 * }
 */
@NullMarked
package io.cambric.io;

import org.jspecify.annotations.NullMarked;
