/**
 * GPT-2: learned positions, layer normalisation before attention and before the feed-forward layer,
 * and tied token embeddings. Configuration, module and weights follow Hugging Face.
 *
 * {@snippet :
 * try (var folder = PretrainedFolder.open(Path.of("gpt2"))) {
 *   var config = Gpt2Config.of(folder.config());
 *   var variables = Gpt2Weights.load(folder.weights(), config);
 *   Array logits = Gpt2.of(config).apply(variables, tokens);
 * }
 * }
 */
@NullMarked
package io.cambric.models.gpt2;

import org.jspecify.annotations.NullMarked;
