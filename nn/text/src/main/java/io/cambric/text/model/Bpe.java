package io.cambric.text.model;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Byte-pair encoding: characters of a word merge pair by pair, in the order in which the pairs were
 * learned.
 *
 * @see <a href="https://arxiv.org/abs/1508.07909">Sennrich et al., Neural Machine Translation of
 *     Rare Words with Subword Units</a>
 */
final class Bpe implements Model {

  private final Vocabulary vocabulary;
  private final List<Pair> pairs;
  private final BpeOptions options;
  private final MergeTable merges;

  /** Numbers of the tokens of one UTF-16 unit, by unit. */
  private final int[] units;

  private final WordCache cache = new WordCache();

  /** Two tokens that merge. */
  private record Pair(String left, String right) {}

  private Bpe(Vocabulary vocabulary, List<Pair> pairs, BpeOptions options, MergeTable merges) {
    this.vocabulary = vocabulary;
    this.pairs = pairs;
    this.options = options;
    this.merges = merges;
    int last =
        vocabulary.ids().keySet().stream()
            .filter(token -> token.length() == 1)
            .mapToInt(token -> token.charAt(0))
            .max()
            .orElse(0);
    units = new int[last + 1];
    Arrays.fill(units, Vocabulary.NONE);
    vocabulary
        .ids()
        .forEach((token, id) -> {
          if (token.length() == 1) {
            units[token.charAt(0)] = id;
          }
        });
  }

  static Bpe read(JsonValue json) {
    var vocabulary = Vocabulary.read(json.get("vocab"));
    var options = BpeOptions.read(json);
    var elements = json.get("merges").elements();
    var pairs = new ArrayList<Pair>(elements.size());
    var merges = new MergeTable(elements.size());
    for (var element : elements) {
      if (element.isText() && element.text().startsWith("#version")) {
        continue;
      }
      var pair = pair(element);
      int cut = Math.min(options.prefix().length(), pair.right.length());
      merges.put(
          id(vocabulary, pair.left, element),
          id(vocabulary, pair.right, element),
          pairs.size(),
          id(vocabulary, pair.left + pair.right.substring(cut), element));
      pairs.add(pair);
    }
    return new Bpe(vocabulary, pairs, options, merges);
  }

  private static Pair pair(JsonValue json) {
    if (json.isText()) {
      var text = json.text();
      int space = text.indexOf(' ');
      if (space >= 0 && space == text.lastIndexOf(' ')) {
        return new Pair(text.substring(0, space), text.substring(space + 1));
      }
    } else if (json.elements().size() == 2) {
      return new Pair(json.elements().get(0).text(), json.elements().get(1).text());
    }
    throw json.failure(
        "a pair of tokens", "Write an array of two tokens, or both with a space between.");
  }

  private static int id(Vocabulary vocabulary, String token, JsonValue json) {
    int id = vocabulary.id(token);
    if (id == Vocabulary.NONE) {
      throw json.failure(
          "a merge of tokens of the vocabulary, which lacks %s".formatted(Quoted.of(token)),
          "Add it to \"vocab\".");
    }
    return id;
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
    int whole = options.ignoreMerges() ? vocabulary.id(word) : Vocabulary.NONE;
    if (whole != Vocabulary.NONE) {
      return WordTokens.of(whole, word.length());
    }
    var symbols = symbols(word);
    symbols.merge(merges);
    return symbols.toTokens(word);
  }

  /** Unknown characters wait for the next known one, because together they may be one token. */
  private Symbols symbols(String word) {
    var symbols = new Symbols(word.length());
    int waiting = 0;
    for (int i = 0; i < word.length(); ) {
      int c = word.codePointAt(i);
      int next = i + Character.charCount(c);
      int bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      boolean isLast = next == word.length();
      int id = id(c, i == 0, isLast);
      int @Nullable [] byteIds =
          id == Vocabulary.NONE && options.byteFallback()
              ? ByteTokens.of(text(c, i == 0, isLast), vocabulary)
              : null;
      i = next;
      if (id != Vocabulary.NONE) {
        waiting = flush(waiting, symbols);
        symbols.add(id, bytes);
      } else if (byteIds != null) {
        symbols.addAll(byteIds, bytes);
      } else if (options.unknown() != null) {
        waiting = (options.fuseUnknown() ? waiting : flush(waiting, symbols)) + bytes;
        unknownId(options.unknown());
      }
    }
    flush(waiting, symbols);
    return symbols;
  }

  private int flush(int waiting, Symbols symbols) {
    if (waiting > 0 && options.unknown() != null) {
      symbols.add(unknownId(options.unknown()), waiting);
    }
    return 0;
  }

  private int unknownId(String unknown) {
    int id = vocabulary.id(unknown);
    if (id == Vocabulary.NONE) {
      throw new DataException(
          "A text with unknown characters needs the token %s in the vocabulary, but it has none. Add it to the tokenizer file."
              .formatted(Quoted.of(unknown)));
    }
    return id;
  }

  private int id(int c, boolean isFirst, boolean isLast) {
    boolean isPlain =
        (isFirst || options.prefix().isEmpty()) && (!isLast || options.suffix().isEmpty());
    if (isPlain && Character.isBmpCodePoint(c)) {
      return c < units.length ? units[c] : Vocabulary.NONE;
    }
    return vocabulary.id(text(c, isFirst, isLast));
  }

  private String text(int c, boolean isFirst, boolean isLast) {
    return (isFirst ? "" : options.prefix())
        + Character.toString(c)
        + (isLast ? options.suffix() : "");
  }

  @Override
  public void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("type", "BPE");
    options.write(json);
    Models.write(vocabulary, json);
    json.writeArrayPropertyStart("merges");
    for (var pair : pairs) {
      json.writeStartArray();
      json.writeString(pair.left);
      json.writeString(pair.right);
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
