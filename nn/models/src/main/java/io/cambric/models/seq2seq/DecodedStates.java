package io.cambric.models.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.models.encoder.KeysValues;
import java.util.List;

/**
 * The result of all layers of a decoder.
 *
 * @param states of the last layer, {@code [batch, length, features]}
 * @param own keys and values of the tokens so far, by layer
 */
@PyTree
public record DecodedStates(Array states, List<KeysValues> own) {

  /** Copies the list. */
  public DecodedStates {
    own = List.copyOf(own);
  }
}
