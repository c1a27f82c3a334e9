/**
 * Llama and Mistral: rotary positions, RMS normalisation, fewer heads of keys and values than of
 * queries, gated feed-forward layers, and for Mistral a sliding window. Configuration, module and
 * weights follow Hugging Face.
 *
 * {@snippet :
 * try (var folder = PretrainedFolder.open(Path.of("Llama-3.2-1B"))) {
 *   var config = LlamaConfig.of(folder.config());
 *   var variables = LlamaWeights.load(folder.weights(), config);
 *   Array logits = Llama.of(config).apply(variables, tokens);
 * }
 * }
 */
@NullMarked
package io.cambric.models.llama;

import org.jspecify.annotations.NullMarked;
