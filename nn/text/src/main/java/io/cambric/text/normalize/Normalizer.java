package io.cambric.text.normalize;

import io.cambric.text.align.AlignedText;

/** A stage that changes the characters of a text; an immutable value. */
public interface Normalizer {

  /** {@return the changed text} */
  AlignedText apply(AlignedText text);
}
