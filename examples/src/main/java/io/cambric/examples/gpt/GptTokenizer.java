package io.cambric.examples.gpt;

import io.cambric.text.Tokenizer;
import io.cambric.text.train.BpeTrainer;
import java.util.List;

/** Byte-pair tokenizers, as GPT-2 has them. */
final class GptTokenizer {

  /** The token between texts. */
  static final String END = "<|endoftext|>";

  private GptTokenizer() {}

  /** {@return a tokenizer of a text, of this number of tokens at most} */
  static Tokenizer train(String text, int size) {
    return BpeTrainer.of(size).withSpecialTokens(List.of(END)).train(TextFile.parts(text));
  }
}
