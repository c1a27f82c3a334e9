package io.cambric.text;

import io.cambric.text.post.TokenRow;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The tokens of one text or two, with their offsets, words and masks; an immutable value.
 *
 * <p>Arrays have one number for each token, and are copies. Offsets count Unicode code points of
 * the original text, before normalization. Special tokens have the offsets 0.
 */
public final class Encoding {

  private final TokenRow row;

  Encoding(TokenRow row) {
    this.row = row;
  }

  TokenRow row() {
    return row;
  }

  /** {@return how many tokens there are} */
  public int size() {
    return row.size();
  }

  /** {@return the tokens with their offsets} */
  public List<Token> tokens() {
    return IntStream.range(0, size())
        .mapToObj(i -> new Token(row.ids()[i], row.texts()[i], row.starts()[i], row.ends()[i]))
        .toList();
  }

  /** {@return the numbers of the tokens} */
  public int[] ids() {
    return row.ids().clone();
  }

  /** {@return the texts of the tokens} */
  public List<String> texts() {
    return List.of(row.texts());
  }

  /** {@return the attention mask: 0 for padding, 1 for all other tokens} */
  public int[] mask() {
    return row.mask().clone();
  }

  /** {@return the types: numbers of segments, as the post-processor gives them} */
  public int[] types() {
    return row.types().clone();
  }

  /** {@return 1 for special tokens and padding, 0 for all else} */
  public int[] special() {
    return row.special().clone();
  }

  /**
   * {@return the number of each token's text: 0 for the first, 1 for the second, -1 for neither}
   */
  public int[] sequences() {
    return row.sequences().toArray(size());
  }

  /** {@return the number of each token's word in the text, -1 for none} */
  public int[] words() {
    return row.words().clone();
  }

  /** {@return the encodings of what truncation cut off, in order} */
  public List<Encoding> overflow() {
    return row.overflow().stream().map(Encoding::new).toList();
  }

  /** {@return the texts of the tokens, for people} */
  @Override
  public String toString() {
    return Arrays.toString(row.texts());
  }
}
