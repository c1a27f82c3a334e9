package io.cambric.text.post;

import java.util.ArrayList;
import java.util.List;

/**
 * Tokens around texts, as in BERT: {@code [CLS] first [SEP]} and {@code second [SEP]}.
 *
 * @param cls the token in front, as a row
 * @param sep the token after it
 */
record BertProcessing(TokenRow cls, TokenRow sep) implements PostProcessor {

  @Override
  public int added(boolean isPair) {
    return isPair ? 3 : 2;
  }

  @Override
  public List<TokenRow> process(List<TokenRow> rows, boolean addSpecial) {
    if (!addSpecial) {
      return rows;
    }
    var processed = new ArrayList<TokenRow>();
    for (int i = 0; i < rows.size(); i++) {
      boolean isFirst = i == 0;
      processed.add(
          Surrounded.each(
              rows.get(i), isFirst ? cls : TokenRow.empty(), isFirst ? sep : sep.withTypes(1)));
    }
    return processed;
  }
}
