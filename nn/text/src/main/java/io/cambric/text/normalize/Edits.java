package io.cambric.text.normalize;

import io.cambric.text.align.AlignedText;
import io.cambric.text.align.TextEdit;
import io.cambric.text.unicode.Characters;
import io.cambric.text.unicode.NormalForm;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Changes of texts that several normalizers share. */
final class Edits {

  private static final int NONE = -1;

  private Edits() {}

  /** {@return a text without the characters that are not kept} */
  static AlignedText filter(AlignedText text, IntPredicate keep) {
    var characters = text.text();
    if (characters.codePoints().allMatch(keep)) {
      return text;
    }
    var edit = TextEdit.of(text);
    int last = NONE;
    int removed = 0;
    for (int i = 0; i < characters.length(); ) {
      int c = characters.codePointAt(i);
      i += Character.charCount(c);
      if (!keep.test(c)) {
        removed++;
        continue;
      }
      if (last == NONE) {
        edit.skip(removed);
      } else {
        edit.put(last, -removed);
      }
      last = c;
      removed = 0;
    }
    if (last != NONE) {
      edit.put(last, -removed);
    }
    return edit.done();
  }

  /** {@return a text whose characters are mapped one by one} */
  static AlignedText map(AlignedText text, IntUnaryOperator map) {
    var characters = text.text();
    int changed = 0;
    while (changed < characters.length()) {
      int c = characters.codePointAt(changed);
      if (map.applyAsInt(c) != c) {
        break;
      }
      changed += Character.charCount(c);
    }
    if (changed == characters.length()) {
      return text;
    }
    var mapped = new StringBuilder(characters.length()).append(characters, 0, changed);
    characters.substring(changed).codePoints().map(map).forEach(mapped::appendCodePoint);
    if (mapped.length() == characters.length()) {
      return text.withText(mapped.toString());
    }
    var edit = TextEdit.of(text);
    characters.codePoints().forEach(c -> edit.put(map.applyAsInt(c), 0));
    return edit.done();
  }

  /** {@return a text in lower case} */
  static AlignedText lower(AlignedText text) {
    if (text.text().indexOf('\u0130') < 0) {
      return map(text, Characters::lower);
    }
    var edit = TextEdit.of(text);
    text.text()
        .codePoints()
        .forEach(c -> {
          edit.put(Characters.lower(c), 0);
          int tail = Characters.lowerTail(c);
          if (tail >= 0) {
            edit.put(tail, 1);
          }
        });
    return edit.done();
  }

  /** {@return a text in a normal form} */
  static AlignedText normalForm(AlignedText text, NormalForm form) {
    if (form.keeps(text.text())) {
      return text;
    }
    var edit = TextEdit.of(text);
    form.normalize(text.text(), edit);
    return edit.done();
  }
}
