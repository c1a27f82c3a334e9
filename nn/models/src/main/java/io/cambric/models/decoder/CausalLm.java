package io.cambric.models.decoder;

import io.cambric.annotations.Dims;
import io.cambric.array.DType;
import io.cambric.core.Array;
import java.util.List;

/**
 * A causal language model: the logits of the next token after each token of a sequence. Modules
 * implement it by {@code @Module(as = CausalLm.class)}. Call all methods in {@code apply}, except
 * {@code emptyCache}, {@code vocabulary} and {@code maxPositions}.
 *
 * {@snippet :
 * Array logits = model.apply(variables, m -> m.call(tokens));
 * var cache = model.emptyCache(1, 64, DType.F32);
 * var next = model.apply(variables, m -> m.next(DecoderInput.of(tokens), cache));
 * }
 */
public interface CausalLm {

  /**
   * {@return the logits of the next token after each token}
   *
   * @param tokens ids, {@code [batch, length]}
   * @return {@code [batch, length, vocabulary]}
   */
  @Dims("batch length _")
  Array call(@Dims("batch length") Array tokens);

  /**
   * {@return the logits of the next token after each token, in training with dropout}
   *
   * @param tokens ids, {@code [batch, length]}
   * @param train whether dropout is on, with keys of the stream {@code dropout}
   * @return {@code [batch, length, vocabulary]}
   */
  @Dims("batch length _")
  Array call(@Dims("batch length") Array tokens, boolean train);

  /**
   * {@return the logits of the next token after each token}
   *
   * @return {@code [batch, length, vocabulary]}; without meaning at padding
   */
  Array call(DecoderInput batch);

  /**
   * {@return the embedded tokens, the output of each layer but the last, and the normalised output
   * of the last, each {@code [batch, length, width]}}
   */
  List<Array> hiddenStates(DecoderInput batch);

  /**
   * Reads the tokens after a cache: a whole prompt, or one token of each sequence.
   *
   * @param batch the tokens; positions continue those before
   * @param cache with room for them
   * @return the logits after the last token of each sequence, and the cache with the tokens
   */
  Continuation next(DecoderInput batch, KeyValueCache cache);

  /**
   * {@return a cache without tokens}
   *
   * @param slots most tokens that it takes, padding included
   * @param dtype the dtype of the variables
   */
  KeyValueCache emptyCache(int batch, int slots, DType dtype);

  /** {@return the number of different tokens} */
  int vocabulary();

  /** {@return the most positions that a sequence may have} */
  int maxPositions();
}
