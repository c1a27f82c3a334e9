package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.generate.logits.SourceTokens;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a text. A pytree.
 *
 * @param text tokens that the decoder reads first; padding in front
 * @param source tokens for the encoder; null for a model without one
 */
@PyTree
record Prompt(DecoderInput text, @Nullable DecoderInput source) {

  static Prompt of(DecoderInput text) {
    return new Prompt(text, null);
  }

  int batch() {
    return text.tokens().dim(0);
  }

  int columns() {
    return text.tokens().dim(1);
  }

  /** {@return the tokens that a text is generated for} */
  SourceTokens shown() {
    var shown = source == null ? text : source;
    return new SourceTokens(shown.tokens().astype(DType.I32), shown.mask());
  }
}
