package io.cambric.text;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.text.post.TokenRow;
import java.util.List;
import java.util.function.Function;

/**
 * Encodings of one length, and their numbers as arrays for a model.
 *
 * @param encodings one for each text, with padding
 * @param ids int32, {@code [texts, length]}: numbers of the tokens
 * @param mask int32, {@code [texts, length]}: 0 for padding, else 1
 * @param types int32, {@code [texts, length]}: numbers of segments
 */
public record TokenBatch(List<Encoding> encodings, NdArray ids, NdArray mask, NdArray types) {

  /** Makes a copy of the list. */
  public TokenBatch {
    encodings = List.copyOf(encodings);
  }

  static TokenBatch of(List<TokenRow> rows) {
    return new TokenBatch(
        rows.stream().map(Encoding::new).toList(),
        array(rows, TokenRow::ids),
        array(rows, TokenRow::mask),
        array(rows, TokenRow::types));
  }

  private static NdArray array(List<TokenRow> rows, Function<TokenRow, int[]> numbers) {
    int length = rows.isEmpty() ? 0 : rows.getFirst().size();
    var all = new int[rows.size() * length];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(numbers.apply(rows.get(i)), 0, all, i * length, length);
    }
    return NdArray.ofInts(Shape.of(rows.size(), length), all);
  }
}
