package io.cambric.text.split;

import io.cambric.text.align.AlignedText;
import io.cambric.text.align.Piece;
import io.cambric.text.pattern.Spans;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/** Ways to divide pieces that several pre-tokenizers share. */
final class Splits {

  private Splits() {}

  /**
   * {@return a pre-tokenizer that divides each piece alone}
   *
   * @param split takes a piece and a list to add its parts to
   */
  static PreTokenizer each(BiConsumer<Piece, Parts> split) {
    return pieces -> {
      var parts = new Parts(new ArrayList<>(2 * pieces.size()));
      for (var piece : pieces) {
        if (piece.isToken()) {
          parts.list.add(piece);
        } else {
          split.accept(piece, parts);
        }
      }
      return parts.list;
    };
  }

  /** {@return a pre-tokenizer that divides the text of each piece} */
  static PreTokenizer byText(Function<String, Spans> spans) {
    return each((piece, parts) -> parts.add(piece, spans.apply(piece.text())));
  }

  /** {@return a pre-tokenizer that changes each piece, and divides it} */
  static PreTokenizer changing(UnaryOperator<AlignedText> change, Function<String, Spans> spans) {
    return each((piece, parts) -> {
      var changed = Piece.of(change.apply(piece.alone()));
      parts.add(changed, spans.apply(changed.source().text()));
    });
  }

  /** {@return the characters of a text as matches, and the parts between them} */
  static Spans find(String text, IntPredicate isMatch) {
    var spans = new Spans();
    int last = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (isMatch.test(c)) {
        if (last < i) {
          spans.add(last, i, false);
        }
        spans.add(i, next, true);
        last = next;
      }
      i = next;
    }
    if (last < text.length()) {
      spans.add(last, text.length(), false);
    }
    return spans;
  }

  /** {@return a text as one part} */
  static Spans whole(String text) {
    var spans = new Spans();
    spans.add(0, text.length(), false);
    return spans;
  }

  /**
   * The parts so far; mutable.
   *
   * @param list in order
   */
  record Parts(List<Piece> list) {

    /** Adds the parts of a piece that are no matches. */
    void add(Piece piece, Spans spans) {
      for (int i = 0; i < spans.size(); i++) {
        if (!spans.isMatch(i)) {
          add(piece, spans.start(i), spans.end(i));
        }
      }
    }

    /** Adds a part of a piece, unless it is empty. */
    void add(Piece piece, int from, int to) {
      if (from < to) {
        list.add(new Piece(piece.source(), piece.from() + from, piece.from() + to, Piece.NONE));
      }
    }
  }
}
