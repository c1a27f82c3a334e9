package io.cambric.text;

import io.cambric.text.align.AlignedText;
import io.cambric.text.align.Piece;
import io.cambric.text.unicode.Characters;
import io.cambric.text.vocabulary.Trie;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds added tokens in texts, at each position the longest one that begins there; immutable. */
final class TokenFinder {

  private final Map<Integer, AddedToken> tokens;
  private final Trie trie;
  private final BitSet firstUnits = new BitSet();

  /**
   * Makes a finder.
   *
   * @param forms the texts to look for, none of them empty, and the numbers of their tokens
   * @param tokens by number
   */
  TokenFinder(Map<String, Integer> forms, Map<Integer, AddedToken> tokens) {
    this.tokens = new HashMap<>(tokens);
    var builder = new Trie.Builder();
    forms.forEach((form, id) -> {
      builder.add(form, id);
      firstUnits.set(form.charAt(0));
    });
    trie = builder.build();
  }

  /** {@return the tokens in a text, and the parts between them; none is empty} */
  List<Piece> divide(AlignedText text) {
    var pieces = new ArrayList<Piece>();
    var characters = text.text();
    int done = 0;
    for (int at = nextStart(characters, 0); at >= 0; ) {
      int end = matchEnd(characters, at);
      if (end < 0) {
        at = nextStart(characters, at + 1);
        continue;
      }
      int id = idOf(characters, at, end);
      var token = tokens.get(id);
      if (token != null && (!token.singleWord() || isAlone(characters, at, end))) {
        int from = token.leftStrip() ? Math.max(spaceStart(characters, at), done) : at;
        int to = token.rightStrip() ? spaceEnd(characters, end) : end;
        add(pieces, text, done, from, Piece.NONE);
        add(pieces, text, from, to, id);
        done = to;
      }
      at = nextStart(characters, end);
    }
    add(pieces, text, done, characters.length(), Piece.NONE);
    return pieces;
  }

  private static void add(List<Piece> pieces, AlignedText text, int from, int to, int id) {
    if (from < to) {
      pieces.add(new Piece(text, from, to, id));
    }
  }

  private int nextStart(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (firstUnits.get(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private int matchEnd(String text, int start) {
    int node = Trie.ROOT;
    int end = -1;
    for (int i = start; i < text.length() && node != Trie.NONE; i++) {
      node = trie.next(node, text.charAt(i));
      if (node != Trie.NONE && trie.value(node) != Trie.NONE) {
        end = i + 1;
      }
    }
    return end;
  }

  private int idOf(String text, int start, int end) {
    return trie.value(trie.find(text.substring(start, end)));
  }

  private static boolean isAlone(String text, int start, int end) {
    boolean begins = start == 0 || !Characters.isWord(text.codePointBefore(start));
    boolean ends = end == text.length() || !Characters.isWord(text.codePointAt(end));
    return begins && ends;
  }

  private static int spaceStart(String text, int start) {
    int at = start;
    while (at > 0 && Characters.isWhitespace(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static int spaceEnd(String text, int end) {
    int at = end;
    while (at < text.length() && Characters.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
