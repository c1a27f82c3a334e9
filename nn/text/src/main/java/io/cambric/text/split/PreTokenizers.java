package io.cambric.text.split;

import io.cambric.json.JsonValue;
import io.cambric.text.align.Piece;
import io.cambric.text.pattern.Spans;
import io.cambric.text.pattern.SplitBehavior;
import io.cambric.text.pattern.TextPattern;
import io.cambric.text.unicode.Characters;
import java.util.List;
import java.util.function.IntPredicate;

/** The pre-tokenizers that files can name. */
public final class PreTokenizers {

  private static final List<String> TYPES =
      List.of(
          "BertPreTokenizer",
          "ByteLevel",
          "CharDelimiterSplit",
          "Digits",
          "FixedLength",
          "Metaspace",
          "Punctuation",
          "Sequence",
          "Split",
          "UnicodeScripts",
          "Whitespace",
          "WhitespaceSplit");

  private static final int USUAL_LENGTH = 5;

  private PreTokenizers() {}

  /**
   * {@return the pre-tokenizer of a file}
   *
   * @throws io.cambric.errors.DataException if its type or one of its options is not known
   */
  public static PreTokenizer read(JsonValue json) {
    var type = json.get("type");
    return switch (type.text()) {
      case "BertPreTokenizer" ->
          then(
              by(Characters::isWhitespace, SplitBehavior.REMOVED),
              by(Characters::isPunctuation, SplitBehavior.ISOLATED));
      case "ByteLevel" ->
          new ByteLevel(
              json.get("add_prefix_space").flag(),
              json.find("use_regex").map(JsonValue::flag).orElse(true));
      case "CharDelimiterSplit" -> {
        int delimiter = Metaspace.character(json.get("delimiter"));
        yield by(c -> c == delimiter, SplitBehavior.REMOVED);
      }
      case "Digits" ->
          by(
              Characters::isNumeric,
              json.get("individual_digits").flag()
                  ? SplitBehavior.ISOLATED
                  : SplitBehavior.CONTIGUOUS);
      case "FixedLength" -> fixedLength(json);
      case "Metaspace" -> Metaspace.read(json);
      case "Punctuation" ->
          by(
              Characters::isPunctuation,
              json.find("behavior").map(SplitBehavior::read).orElse(SplitBehavior.ISOLATED));
      case "Sequence" -> sequence(json.get("pretokenizers"));
      case "Split" ->
          split(
              TextPattern.read(json.get("pattern")),
              SplitBehavior.read(json.get("behavior")),
              json.get("invert").flag());
      case "UnicodeScripts" -> Splits.byText(ScriptRuns::find);
      case "Whitespace" -> Splits.byText(PreTokenizers::words);
      case "WhitespaceSplit" -> by(Characters::isWhitespace, SplitBehavior.REMOVED);
      default ->
          throw type.failure(
              "a pre-tokenizer of the types " + TYPES, "Write the file with one of these.");
    };
  }

  private static PreTokenizer by(IntPredicate isMatch, SplitBehavior behavior) {
    return Splits.byText(text -> behavior.apply(Splits.find(text, isMatch)));
  }

  private static PreTokenizer then(PreTokenizer first, PreTokenizer second) {
    return pieces -> second.apply(first.apply(pieces));
  }

  private static PreTokenizer sequence(JsonValue list) {
    return list.elements().stream()
        .map(PreTokenizers::read)
        .reduce(PreTokenizers::then)
        .orElse(pieces -> pieces);
  }

  private static PreTokenizer split(TextPattern pattern, SplitBehavior behavior, boolean invert) {
    return Splits.byText(text -> {
      var spans = pattern.find(text);
      return behavior.apply(invert ? spans.inverted() : spans);
    });
  }

  private static PreTokenizer fixedLength(JsonValue json) {
    int length = json.find("length").map(JsonValue::integer).orElse(USUAL_LENGTH);
    if (length < 1) {
      throw json.get("length").failure("a length of at least 1", "Give a larger one.");
    }
    return Splits.each((piece, parts) -> addChunks(piece, length, parts));
  }

  private static void addChunks(Piece piece, int length, Splits.Parts parts) {
    var text = piece.text();
    int from = 0;
    int count = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (count == length) {
        parts.add(piece, from, i);
        from = i;
        count = 0;
      }
      count++;
    }
    parts.add(piece, from, text.length());
  }

  /** {@return runs of characters of words, and of others; whitespace is a match} */
  private static Spans words(String text) {
    var spans = new Spans();
    for (int i = 0; i < text.length(); ) {
      int kind = kind(text.codePointAt(i));
      int end = i;
      while (end < text.length() && kind(text.codePointAt(end)) == kind) {
        end += Character.charCount(text.codePointAt(end));
      }
      spans.add(i, end, kind == 0);
      i = end;
    }
    return spans;
  }

  private static int kind(int c) {
    return Characters.isWord(c) ? 1 : Characters.isWhitespace(c) ? 0 : 2;
  }
}
