/**
 * Fine-tuning by low-rank additions to the kernels of a model, which stays unchanged. Files have
 * the format of the library PEFT.
 *
 * {@snippet :
 * var lora = Lora.of(8, 16, "query", "value");
 * LoraParams params = lora.init(Key.of(0), variables);
 * Array states = bert.apply(lora.merge(variables, params), tokens, mask);
 * LoraFiles.write(Path.of("adapter"), lora, params, BertWeights.namesByPath(variables));
 * }
 */
@NullMarked
package io.cambric.models.lora;

import org.jspecify.annotations.NullMarked;
