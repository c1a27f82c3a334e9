package io.cambric.text.model;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Trie;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * The model of SentencePiece: it divides a word into the tokens with the largest sum of scores.
 * Characters without a token are unknown; unknown neighbours are one token.
 *
 * @see <a href="https://arxiv.org/abs/1804.10959">Kudo, Subword Regularization</a>
 */
final class Unigram implements Model {

  private static final double UNKNOWN_PENALTY = 10;

  private final Vocabulary vocabulary;
  private final String[] tokens;
  private final double[] scores;
  private final int unknown;
  private final boolean byteFallback;
  private final double unknownScore;
  private final Trie trie;
  private final WordCache cache = new WordCache();

  private Unigram(String[] tokens, double[] scores, int unknown, boolean byteFallback) {
    this.tokens = tokens;
    this.scores = scores;
    this.unknown = unknown;
    this.byteFallback = byteFallback;
    var builder = new Trie.Builder();
    for (int i = 0; i < tokens.length; i++) {
      builder.add(tokens[i], i);
    }
    vocabulary = Vocabulary.of(List.of(tokens));
    trie = builder.build();
    unknownScore = Arrays.stream(scores).min().orElse(Double.POSITIVE_INFINITY) - UNKNOWN_PENALTY;
  }

  static Unigram read(JsonValue json) {
    var pairs = json.get("vocab").elements();
    var tokens = new String[pairs.size()];
    var scores = new double[pairs.size()];
    for (int i = 0; i < tokens.length; i++) {
      var pair = pairs.get(i).elements();
      if (pair.size() != 2) {
        throw pairs.get(i).failure("an array of a token and its score", "Write both.");
      }
      tokens[i] = pair.get(0).text();
      scores[i] = pair.get(1).number();
      if (!Double.isFinite(scores[i])) {
        throw pair.get(1).failure("a finite score", "Write a number.");
      }
    }
    var unknown = json.find("unk_id");
    int id = unknown.map(Vocabulary::id).orElse(Vocabulary.NONE);
    if (id >= tokens.length) {
      throw json.get("unk_id")
          .failure("a token number below %d".formatted(tokens.length), "Count tokens from 0.");
    }
    return new Unigram(
        tokens, scores, id, json.find("byte_fallback").map(JsonValue::flag).orElse(false));
  }

  @Override
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  @Override
  public WordTokens tokenize(String word) {
    return cache.get(word, this::divide);
  }

  /** The best way to each position ends with one token, from a position before. */
  private WordTokens divide(String word) {
    int length = word.length();
    var best = new double[length + 1];
    var starts = new int[length + 1];
    var ids = new int[length + 1];
    Arrays.fill(starts, Trie.NONE);
    for (int from = 0; from < length; ) {
      int next = from + Character.charCount(word.codePointAt(from));
      boolean hasSingle = false;
      int node = trie.next(Trie.ROOT, word.charAt(from));
      for (int to = from + 1; node != Trie.NONE; to++) {
        int id = trie.value(node);
        if (id != Trie.NONE) {
          improve(best, starts, ids, from, to, best[from] + scores[id], id);
          hasSingle |= to == next;
        }
        node = to < length ? trie.next(node, word.charAt(to)) : Trie.NONE;
      }
      if (!hasSingle) {
        improve(best, starts, ids, from, next, unknownScore + best[from], Trie.NONE);
      }
      from = next;
    }
    return path(word, starts, ids);
  }

  private void improve(
      double[] best, int[] starts, int[] ids, int from, int to, double score, int id) {
    if (starts[to] == Trie.NONE || score > best[to]) {
      best[to] = score;
      starts[to] = from;
      ids[to] = id == Trie.NONE ? unknownId() : id;
    }
  }

  private WordTokens path(String word, int[] starts, int[] ids) {
    var ends = new int[word.length()];
    int count = 0;
    for (int end = word.length(); end > 0; end = starts[end]) {
      ends[count++] = end;
    }
    var found = new WordTokens(count);
    for (int i = count - 1; i >= 0; i--) {
      int end = ends[i];
      int start = starts[end];
      if (ids[end] != unknown) {
        found.add(ids[end], start, end);
        continue;
      }
      while (i > 0 && ids[ends[i - 1]] == unknown) {
        i--;
      }
      addUnknown(word, start, ends[i], found);
    }
    return found;
  }

  /** Several unknown characters together may be a token whose score was too small. */
  private void addUnknown(String word, int start, int end, WordTokens found) {
    var text = word.substring(start, end);
    int id = vocabulary.id(text);
    if (id != Vocabulary.NONE) {
      found.add(id, start, end);
    } else if (!byteFallback || !ByteTokens.add(text, vocabulary, start, end, found)) {
      found.add(unknownId(), start, end, text);
    }
  }

  private int unknownId() {
    if (unknown == Vocabulary.NONE) {
      throw new DataException(
          "A text with unknown characters needs a tokenizer with an unknown token, but \"unk_id\""
              + " of the tokenizer file is null. Name the token there.");
    }
    return unknown;
  }

  @Override
  public void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("type", "Unigram");
    if (unknown == Vocabulary.NONE) {
      json.writeNullProperty("unk_id");
    } else {
      json.writeNumberProperty("unk_id", unknown);
    }
    json.writeArrayPropertyStart("vocab");
    for (int i = 0; i < tokens.length; i++) {
      json.writeStartArray();
      json.writeString(tokens[i]);
      json.writeNumber(scores[i]);
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeBooleanProperty("byte_fallback", byteFallback);
    json.writeEndObject();
  }
}
