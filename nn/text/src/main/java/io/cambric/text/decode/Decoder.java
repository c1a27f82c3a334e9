package io.cambric.text.decode;

import java.util.List;

/** A stage that makes a text from tokens; an immutable value. */
@FunctionalInterface
public interface Decoder {

  /** {@return the texts of tokens, in order, which together are the text} */
  List<String> apply(List<String> tokens);
}
