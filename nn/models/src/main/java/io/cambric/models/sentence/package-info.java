/**
 * Embeddings of sentences: a tokenizer, an encoder of tokens, then a pooling of its states, as in
 * the folders of sentence-transformers.
 *
 * {@snippet :
 * var model = SentenceModel.read(Path.of("all-MiniLM-L6-v2"));
 * List<float[]> embeddings = model.embed(List.of("one sentence", "and another"));
 * }
 */
@NullMarked
package io.cambric.models.sentence;

import org.jspecify.annotations.NullMarked;
