/**
 * Embeddings of sentences by all-MiniLM-L6-v2, the model itself, and its fine-tuning. Start with
 * {@link io.cambric.models.sentence.SentenceModel}.
 */
@NullMarked
package io.cambric.examples.embed;

import org.jspecify.annotations.NullMarked;
