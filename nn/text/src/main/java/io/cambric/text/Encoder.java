package io.cambric.text;

import io.cambric.text.align.Piece;
import io.cambric.text.model.Model;
import io.cambric.text.model.WordTokens;
import io.cambric.text.post.TextRanges;
import io.cambric.text.post.TokenRow;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a row of the tokens of the pieces of one text; mutable. */
final class Encoder {

  private final List<Piece> pieces;
  private final Model model;
  private final @Nullable WordTokens[] tokens;

  /** The pieces within the limit. */
  private int from;

  private int to;

  private Encoder(List<Piece> pieces, Model model) {
    this.pieces = pieces;
    this.model = model;
    this.tokens = new WordTokens[pieces.size()];
    this.to = pieces.size();
  }

  /**
   * {@return the tokens of the pieces of a text}
   *
   * @param type of all of them
   * @param limit a truncation; pieces beyond its length are ignored; null for none
   */
  static TokenRow encode(List<Piece> pieces, Model model, int type, @Nullable Truncation limit) {
    var encoder = new Encoder(pieces, model);
    if (limit != null && limit.side() == Side.LEFT) {
      encoder.fromRight(limit.maxLength());
    } else {
      encoder.fromLeft(limit == null ? Integer.MAX_VALUE : limit.maxLength());
    }
    return encoder.row(type);
  }

  private void fromLeft(int limit) {
    long count = 0;
    for (int i = 0; i < pieces.size(); i++) {
      count += tokenize(i);
      if (count >= limit && !pieces.get(i).isToken()) {
        to = i + 1;
        return;
      }
    }
  }

  private void fromRight(int limit) {
    long count = 0;
    for (int i = pieces.size() - 1; i >= 0; i--) {
      count += tokenize(i);
      if (count >= limit && !pieces.get(i).isToken()) {
        from = i;
        return;
      }
    }
  }

  private int tokenize(int index) {
    var piece = pieces.get(index);
    if (piece.isToken()) {
      return 1;
    }
    var found = model.tokenize(piece.text());
    tokens[index] = found;
    return found.size();
  }

  private TokenRow row(int type) {
    int size = 0;
    for (int i = from; i < to; i++) {
      var found = tokens[i];
      size += found == null ? 1 : found.size();
    }
    var ids = new int[size];
    var texts = new String[size];
    var starts = new int[size];
    var ends = new int[size];
    var words = new int[size];
    int at = 0;
    for (int i = from; i < to; i++) {
      var piece = pieces.get(i);
      var found = tokens[i];
      if (found == null) {
        ids[at] = piece.token();
        texts[at] = piece.text();
        starts[at] = piece.start(0);
        ends[at] = piece.source().end(piece.to() - 1);
        words[at++] = i - from;
        continue;
      }
      for (int t = 0; t < found.size(); t++, at++) {
        ids[at] = found.id(t);
        texts[at] = text(found, t);
        starts[at] = piece.start(found.start(t));
        ends[at] = piece.end(found.end(t) - 1);
        words[at] = i - from;
      }
    }
    var types = new int[size];
    Arrays.fill(types, type);
    var mask = new int[size];
    Arrays.fill(mask, 1);
    return new TokenRow(
        ids, texts, starts, ends, words, types, new int[size], mask, TextRanges.NONE, List.of());
  }

  private String text(WordTokens found, int index) {
    var own = found.text(index);
    if (own != null) {
      return own;
    }
    var token = model.vocabulary().token(found.id(index));
    if (token == null) {
      throw new IllegalStateException("token " + found.id(index));
    }
    return token;
  }
}
