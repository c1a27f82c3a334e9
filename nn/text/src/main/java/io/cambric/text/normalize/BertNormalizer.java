package io.cambric.text.normalize;

import io.cambric.text.align.AlignedText;
import io.cambric.text.align.TextEdit;
import io.cambric.text.unicode.Characters;
import io.cambric.text.unicode.NormalForm;

/**
 * The normalizer of BERT.
 *
 * @param cleanText whether control characters are removed, and all whitespace becomes spaces
 * @param handleChineseChars whether there are spaces around Han ideographs
 * @param stripAccents whether nonspacing marks are removed, after a decomposition
 * @param lowercase whether the text is in lower case
 */
record BertNormalizer(
    boolean cleanText, boolean handleChineseChars, boolean stripAccents, boolean lowercase)
    implements Normalizer {

  private static final int REPLACEMENT = 0xfffd;

  @Override
  public AlignedText apply(AlignedText original) {
    var text = original;
    if (cleanText) {
      text = Edits.filter(text, BertNormalizer::isKept);
      text = Edits.map(text, c -> Characters.isWhitespace(c) ? ' ' : c);
    }
    if (handleChineseChars && text.text().codePoints().anyMatch(Characters::isHan)) {
      text = spaced(text);
    }
    if (stripAccents) {
      text = Edits.normalForm(text, NormalForm.NFD);
      text = Edits.filter(text, c -> !Characters.isNonspacingMark(c));
    }
    return lowercase ? Edits.lower(text) : text;
  }

  private static boolean isKept(int c) {
    return c == '\t' || c == '\n' || c == '\r' || c != REPLACEMENT && !Characters.isOther(c);
  }

  private static AlignedText spaced(AlignedText text) {
    var edit = TextEdit.of(text);
    text.text()
        .codePoints()
        .forEach(c -> {
          if (Characters.isHan(c)) {
            edit.put(' ', 0);
            edit.put(c, 1);
            edit.put(' ', 1);
          } else {
            edit.put(c, 0);
          }
        });
    return edit.done();
  }
}
