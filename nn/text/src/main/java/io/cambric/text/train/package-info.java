/**
 * Training of tokenizers on texts, by the same rules as the Rust library. Programs that train a
 * model on texts of their own use it.
 *
 * {@snippet :
 * var tokenizer = BpeTrainer.of(1000).withSpecialTokens(List.of("<|endoftext|>")).train(texts);
 * tokenizer.save(Path.of("tokenizer.json"));
 * }
 */
@NullMarked
package io.cambric.text.train;

import org.jspecify.annotations.NullMarked;
