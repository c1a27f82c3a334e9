package io.cambric.text.post;

import java.util.ArrayList;
import java.util.List;

/**
 * Tokens around texts, as in RoBERTa: {@code <s> first </s>} and {@code </s> second </s>}, all of
 * one type.
 *
 * @param cls the token in front, as a row
 * @param sep the token after it
 * @param offsets the treatment of spaces in offsets
 */
record RobertaProcessing(TokenRow cls, TokenRow sep, TrimmedOffsets offsets)
    implements PostProcessor {

  @Override
  public int added(boolean isPair) {
    return isPair ? 4 : 2;
  }

  @Override
  public List<TokenRow> process(List<TokenRow> rows, boolean addSpecial) {
    var processed = new ArrayList<TokenRow>();
    for (int i = 0; i < rows.size(); i++) {
      var row = offsets.trim(rows.get(i)).withTypes(0);
      if (addSpecial) {
        var overflow = row.overflow().stream().map(part -> part.withTypes(0)).toList();
        row = Surrounded.each(row.withOverflow(overflow), i == 0 ? cls : sep, sep);
      }
      processed.add(row);
    }
    return processed;
  }
}
