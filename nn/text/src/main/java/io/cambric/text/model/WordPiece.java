package io.cambric.text.model;

import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Trie;
import io.cambric.text.vocabulary.Vocabulary;
import tools.jackson.core.JsonGenerator;

/**
 * The model of BERT: the longest token at the start of a word, then the longest one of the rest
 * with a prefix, and so on.
 *
 * @see <a href="https://arxiv.org/abs/1609.08144">Wu et al., Google's Neural Machine Translation
 *     System</a>
 */
final class WordPiece implements Model {

  private final Vocabulary vocabulary;
  private final String unknown;
  private final String prefix;
  private final int maxCharacters;
  private final Trie trie;

  /** The node after the prefix, from which tokens inside of words continue. */
  private final int inside;

  private final WordCache cache = new WordCache();

  private WordPiece(Vocabulary vocabulary, String unknown, String prefix, int maxCharacters) {
    this.vocabulary = vocabulary;
    this.unknown = unknown;
    this.prefix = prefix;
    this.maxCharacters = maxCharacters;
    var builder = new Trie.Builder();
    vocabulary.ids().forEach(builder::add);
    trie = builder.build();
    inside = trie.find(prefix);
  }

  static WordPiece read(JsonValue json) {
    int max = json.get("max_input_chars_per_word").integer();
    if (max < 0) {
      throw json.get("max_input_chars_per_word").failure("a length of at least 0", "Write 100.");
    }
    return new WordPiece(
        Vocabulary.read(json.get("vocab")),
        json.get("unk_token").text(),
        json.get("continuing_subword_prefix").text(),
        max);
  }

  @Override
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  @Override
  public WordTokens tokenize(String word) {
    return cache.get(word, this::divide);
  }

  private WordTokens divide(String word) {
    if (word.codePointCount(0, word.length()) > maxCharacters) {
      return unknown(word);
    }
    var tokens = new WordTokens(4);
    for (int start = 0; start < word.length(); ) {
      int node = start == 0 ? Trie.ROOT : inside;
      int id = Trie.NONE;
      int end = start;
      for (int i = start; i < word.length() && node != Trie.NONE; i++) {
        node = trie.next(node, word.charAt(i));
        if (node != Trie.NONE && trie.value(node) != Trie.NONE) {
          id = trie.value(node);
          end = i + 1;
        }
      }
      if (id == Trie.NONE) {
        return unknown(word);
      }
      tokens.add(id, start, end);
      start = end;
    }
    return tokens;
  }

  private WordTokens unknown(String word) {
    return WordTokens.of(WordLevel.unknownId(vocabulary, unknown), word.length());
  }

  @Override
  public void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("type", "WordPiece");
    json.writeStringProperty("unk_token", unknown);
    json.writeStringProperty("continuing_subword_prefix", prefix);
    json.writeNumberProperty("max_input_chars_per_word", maxCharacters);
    Models.write(vocabulary, json);
    json.writeEndObject();
  }
}
