/**
 * Models of an encoder and a decoder: their common form, the cache of a decoder, and greedy
 * decoding.
 *
 * {@snippet :
 * var decoder = GreedyDecoder.of(T5.of(config)).withEnd(1, 0);
 * Array tokens = decoder.generate(variables, source, mask, start, 20).tokens();
 * }
 */
@NullMarked
package io.cambric.models.seq2seq;

import org.jspecify.annotations.NullMarked;
