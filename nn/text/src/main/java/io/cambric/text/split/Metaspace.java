package io.cambric.text.split;

import io.cambric.json.JsonValue;
import io.cambric.text.align.AlignedText;
import io.cambric.text.align.Piece;
import io.cambric.text.align.TextEdit;
import io.cambric.text.pattern.SplitBehavior;
import java.util.List;

/**
 * The pre-tokenizer of SentencePiece: spaces become a visible character, and words begin with it.
 *
 * @param replacement the visible character, a code point
 * @param scheme where one is put in front of a text
 * @param split whether the text is divided
 */
public record Metaspace(int replacement, Scheme scheme, boolean split) implements PreTokenizer {

  /** Where a replacement is put in front. */
  public enum Scheme {
    /** Of a piece at the beginning of the text. */
    FIRST,
    /** Nowhere. */
    NEVER,
    /** Of each piece. */
    ALWAYS
  }

  /** {@return the stage of a file, which pre-tokenizers and decoders share} */
  public static Metaspace read(JsonValue json) {
    var scheme = json.find("prepend_scheme").map(Metaspace::scheme).orElse(Scheme.ALWAYS);
    var old = json.find("add_prefix_space");
    if (old.isPresent() && !old.get().flag()) {
      if (json.find("prepend_scheme").isPresent() && scheme != Scheme.NEVER) {
        throw old.get()
            .failure("the value that corresponds to prepend_scheme", "Remove one of them.");
      }
      scheme = Scheme.NEVER;
    }
    return new Metaspace(
        character(json.get("replacement")),
        scheme,
        json.find("split").map(JsonValue::flag).orElse(true));
  }

  private static Scheme scheme(JsonValue json) {
    return switch (json.text()) {
      case "first" -> Scheme.FIRST;
      case "never" -> Scheme.NEVER;
      case "always" -> Scheme.ALWAYS;
      default ->
          throw json.failure("one of the schemes [first, never, always]", "Name one of them.");
    };
  }

  /** {@return the one character of a string} */
  public static int character(JsonValue json) {
    var text = json.text();
    if (text.codePointCount(0, text.length()) != 1) {
      throw json.failure("one character", "Write one character.");
    }
    return text.codePointAt(0);
  }

  @Override
  public List<Piece> apply(List<Piece> pieces) {
    return Splits.changing(
            this::change,
            text ->
                split
                    ? SplitBehavior.MERGED_WITH_NEXT.apply(Splits.find(text, c -> c == replacement))
                    : Splits.whole(text))
        .apply(pieces);
  }

  private AlignedText change(AlignedText text) {
    var changed = replaced(text);
    boolean wants = scheme == Scheme.ALWAYS || scheme == Scheme.FIRST && changed.start(0) == 0;
    boolean begins = !changed.text().isEmpty() && changed.text().codePointAt(0) == replacement;
    return wants && !begins ? changed.prepend(Character.toString(replacement)) : changed;
  }

  private AlignedText replaced(AlignedText text) {
    var characters = text.text();
    if (characters.indexOf(' ') < 0) {
      return text;
    }
    if (Character.isBmpCodePoint(replacement)) {
      return text.withText(characters.replace(' ', (char) replacement));
    }
    var edit = TextEdit.of(text);
    characters.codePoints().forEach(c -> edit.put(c == ' ' ? replacement : c, 0));
    return edit.done();
  }
}
