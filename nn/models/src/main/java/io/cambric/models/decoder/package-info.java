/**
 * The parts that decoders share: the interface of causal language models, their inputs, attention
 * to earlier tokens, and the cache of keys and values. The packages of models build on it, and
 * {@code generate} knows models by it alone.
 */
@NullMarked
package io.cambric.models.decoder;

import org.jspecify.annotations.NullMarked;
