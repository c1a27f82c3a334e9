/**
 * Generation of text by causal language models: greedy or by sampling, with a cache of keys and
 * values. The whole loop is one compiled program.
 *
 * {@snippet :
 * var model = PretrainedDecoder.read(Path.of("gpt2"));
 * var generator =
 *     model.generator().withMaxTokens(50).withSampling(Sampling.of(0.8).withTopK(40).withTopP(0.95));
 * List<List<Integer>> texts = generator.generate(model.variables(), List.of(prompt), Key.of(0));
 * }
 */
@NullMarked
package io.cambric.models.generate;

import org.jspecify.annotations.NullMarked;
