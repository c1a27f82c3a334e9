/**
 * Embeddings of sentences: an encoder of tokens, then a pooling of its states, as in the folders of
 * sentence-transformers.
 *
 * {@snippet :
 * var encoder = SentenceEncoder.read(Path.of("all-MiniLM-L6-v2"));
 * List<float[]> embeddings = encoder.embed(List.of(new int[] {101, 7592, 102}));
 * }
 */
@NullMarked
package io.cambric.models.sentence;

import org.jspecify.annotations.NullMarked;
