package io.cambric.text;

import io.cambric.text.post.TokenRow;
import java.util.List;
import java.util.function.Function;

/**
 * Encodings of one length, and their numbers as rows for a model.
 *
 * <p>{@code Numpy.array(batch.ids())} is an array of int32, {@code [texts, length]}.
 *
 * @param encodings one for each text, with padding
 */
public record TokenBatch(List<Encoding> encodings) {

  /** Makes a copy of the list. */
  public TokenBatch {
    encodings = List.copyOf(encodings);
  }

  static TokenBatch of(List<TokenRow> rows) {
    return new TokenBatch(rows.stream().map(Encoding::new).toList());
  }

  /** {@return {@code [texts, length]}: numbers of the tokens} */
  public int[][] ids() {
    return rows(Encoding::ids);
  }

  /** {@return {@code [texts, length]}: 0 for padding, else 1} */
  public int[][] mask() {
    return rows(Encoding::mask);
  }

  /** {@return {@code [texts, length]}: numbers of segments} */
  public int[][] types() {
    return rows(Encoding::types);
  }

  private int[][] rows(Function<Encoding, int[]> numbers) {
    return encodings.stream().map(numbers).toArray(int[][]::new);
  }
}
