/**
 * The parts that decoders share: the interface of causal language models, their inputs, attention
 * to earlier tokens, and the cache of keys and values. The model packages build on it, and {@code
 * generate} depends on models only through it.
 *
 * <p>Each model writes its pass over the layers and its table of weights itself, although they look
 * alike: names of submodules follow the original, submodules are made in the body of a compact
 * method, and the next model differs in another line.
 */
@NullMarked
package io.cambric.models.decoder;

import org.jspecify.annotations.NullMarked;
