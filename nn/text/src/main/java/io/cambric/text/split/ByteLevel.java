package io.cambric.text.split;

import io.cambric.text.align.AlignedText;
import io.cambric.text.align.ByteAlphabet;
import io.cambric.text.align.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * The pre-tokenizer of byte-level models: words as in GPT-2, in the characters of their bytes.
 *
 * @param addPrefixSpace whether a text that begins with another character gets a space in front
 * @param useRegex whether the text is divided
 */
public record ByteLevel(boolean addPrefixSpace, boolean useRegex) implements PreTokenizer {

  private static final PreTokenizer GPT2 = Splits.byText(Gpt2Words::find);
  private static final PreTokenizer WHOLE = pieces -> pieces;

  @Override
  public List<Piece> apply(List<Piece> pieces) {
    return toBytes((useRegex ? GPT2 : WHOLE).apply(addPrefixSpace ? spaced(pieces) : pieces));
  }

  private static List<Piece> spaced(List<Piece> pieces) {
    var spaced = new ArrayList<Piece>(pieces.size());
    for (var piece : pieces) {
      boolean begins = piece.isToken() || piece.source().text().startsWith(" ", piece.from());
      spaced.add(begins ? piece : Piece.of(piece.alone().prepend(" ")));
    }
    return spaced;
  }

  /** Pieces of one text follow each other, so that it is rewritten once for all of them. */
  private static List<Piece> toBytes(List<Piece> pieces) {
    var changed = new ArrayList<Piece>(pieces.size());
    AlignedText source = null;
    AlignedText bytes = null;
    var positions = new int[0];
    for (var piece : pieces) {
      if (piece.isToken()) {
        changed.add(piece);
        continue;
      }
      if (source != piece.source() || bytes == null) {
        source = piece.source();
        bytes = ByteAlphabet.apply(source);
        positions = positions(source.text(), bytes.length());
      }
      int from = positions.length == 0 ? piece.from() : positions[piece.from()];
      int to = positions.length == 0 ? piece.to() : positions[piece.to()];
      changed.add(new Piece(bytes, from, to, Piece.NONE));
    }
    return changed;
  }

  /** {@return the first byte of each unit, empty if each unit has one byte} */
  private static int[] positions(String text, int bytes) {
    if (bytes == text.length()) {
      return new int[0];
    }
    var positions = new int[text.length() + 1];
    int at = 0;
    for (int i = 0; i < text.length(); i++) {
      positions[i] = at;
      char c = text.charAt(i);
      // Each half of a surrogate pair counts as two of the four bytes.
      at += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    positions[text.length()] = at;
    return positions;
  }
}
