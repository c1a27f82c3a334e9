package io.cambric.text;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.json.JsonValue;
import io.cambric.text.align.AlignedText;
import io.cambric.text.align.Piece;
import io.cambric.text.post.PostProcessors;
import io.cambric.text.post.TokenRow;
import io.cambric.text.vocabulary.Vocabulary;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Converts texts to numbers of tokens and back, as a {@code tokenizer.json} of Hugging Face
 * describes. An immutable value, which several threads may use.
 *
 * {@snippet :
 * var tokenizer = Tokenizer.read(Path.of("tokenizer.json"));
 * var encoding = tokenizer.encode("Hello, world!");
 * int[] ids = encoding.ids();
 * String text = tokenizer.decode(ids, true);
 * }
 *
 * <p>A text goes through the stages of the file. Added tokens are taken out, and the normalizer
 * changes characters. The pre-tokenizer divides into words, and the model divides words into
 * tokens. The post-processor adds special tokens, after truncation and before padding. Results
 * match the library tokenizers 0.23.
 *
 * @see <a href="https://huggingface.co/docs/tokenizers">Tokenizers</a>
 */
public final class Tokenizer {

  private static final String VERSION = "1.0";

  private static final List<String> PADDING_TOKENS = List.of("[PAD]", "<pad>");

  private final TokenizerPipeline pipeline;
  private final AddedVocabulary added;
  private final @Nullable Truncation truncation;
  private final @Nullable Padding padding;
  private final boolean addsSpecialTokens;

  private Tokenizer(
      TokenizerPipeline pipeline,
      AddedVocabulary added,
      @Nullable Truncation truncation,
      @Nullable Padding padding,
      boolean addsSpecialTokens) {
    this.pipeline = pipeline;
    this.added = added;
    this.truncation = truncation;
    this.padding = padding;
    this.addsSpecialTokens = addsSpecialTokens;
  }

  /**
   * {@return the tokenizer of a file}
   *
   * @param file {@code tokenizer.json}
   * @throws DataException if it cannot be read, or has a stage that is not known; the message names
   *     the position
   */
  public static Tokenizer read(Path file) {
    return read(JsonValue.read(file));
  }

  /**
   * {@return the tokenizer of the content of a file}
   *
   * @throws DataException as {@link #read(Path)}
   */
  public static Tokenizer read(JsonValue json) {
    json.find("version")
        .filter(version -> !version.text().equals(VERSION))
        .ifPresent(version -> {
          throw version.failure("the version 1.0", "Write the file with tokenizers 0.23.");
        });
    var pipeline = TokenizerPipeline.read(json);
    var tokens = new ArrayList<AddedToken>();
    json.find("added_tokens")
        .ifPresent(list -> list.elements().forEach(each -> tokens.add(AddedToken.read(each))));
    return new Tokenizer(
        pipeline,
        new AddedVocabulary(pipeline.model().vocabulary(), pipeline.normalizer(), tokens),
        json.find("truncation").map(Truncation::read).orElse(null),
        json.find("padding").map(Padding::read).orElse(null),
        true);
  }

  /**
   * {@return the tokens of a text}
   *
   * @throws DataException if the model has no token for an unknown part, or truncation is not
   *     possible
   */
  public Encoding encode(String text) {
    return new Encoding(padded(row(text, null)));
  }

  /**
   * {@return the tokens of two texts, such as a question and a context}
   *
   * @throws DataException as {@link #encode(String)}
   */
  public Encoding encode(String text, String pair) {
    return new Encoding(padded(row(text, pair)));
  }

  /**
   * {@return the tokens of texts, all of one length}
   *
   * <p>If the tokenizer has no padding, rows are padded at their ends to the longest. The token is
   * {@code [PAD]} or {@code <pad>}, or else 0. If the padding has a fixed length, no text may be
   * longer; truncation ensures that.
   *
   * @throws DataException as {@link #encode(String)}, or if the lengths differ after padding
   */
  public TokenBatch encodeAll(List<String> texts) {
    return batch(texts.stream().map(text -> row(text, null)).toList());
  }

  /**
   * {@return the tokens of pairs of texts, all of one length}
   *
   * @throws DataException as {@link #encodeAll}
   */
  public TokenBatch encodePairs(List<TextPair> pairs) {
    return batch(pairs.stream().map(pair -> row(pair.text(), pair.pair())).toList());
  }

  /**
   * {@return the tokens of texts, with the padding of the tokenizer}
   *
   * <p>Their lengths differ if it has no padding, or if some are longer than its fixed length.
   *
   * @throws DataException as {@link #encode(String)}
   */
  public List<Encoding> encodeEach(List<String> texts) {
    var rows = texts.stream().map(text -> row(text, null)).toList();
    return (padding == null ? rows : padding.apply(rows)).stream().map(Encoding::new).toList();
  }

  private TokenBatch batch(List<TokenRow> rows) {
    var padded = (padding == null ? usualPadding() : padding).apply(rows);
    if (padded.stream().mapToInt(TokenRow::size).distinct().count() > 1) {
      throw new DataException(
          "A batch needs rows of equal length, but after padding their lengths are %s. Truncate them, or pad to the longest."
              .formatted(padded.stream().map(TokenRow::size).distinct().limit(10).toList()));
    }
    return TokenBatch.of(padded);
  }

  private Padding usualPadding() {
    return PADDING_TOKENS.stream()
        .filter(token -> idOf(token).isPresent())
        .findFirst()
        .map(token -> Padding.longest(added.id(token), token))
        .orElse(Padding.longest(0, PADDING_TOKENS.getFirst()));
  }

  private TokenRow padded(TokenRow row) {
    return padding == null ? row : padding.apply(List.of(row)).getFirst();
  }

  private TokenRow row(String text, @Nullable String pair) {
    var processor = pipeline.postProcessor();
    var first = single(text, 0);
    var second = pair == null ? null : single(pair, 1);
    if (truncation != null) {
      int added = addsSpecialTokens && processor != null ? processor.added(second != null) : 0;
      var rows = truncation.apply(first, second, added);
      first = rows.getFirst();
      second = second == null ? null : rows.getLast();
    }
    return PostProcessors.apply(processor, first, second, addsSpecialTokens);
  }

  private TokenRow single(String text, int type) {
    boolean isLimited =
        truncation != null
            && (truncation.strategy() != Truncation.Strategy.ONLY_SECOND || type != 0);
    return Encoder.encode(pieces(text), pipeline.model(), type, isLimited ? truncation : null);
  }

  private List<Piece> pieces(String text) {
    var pieces = added.divide(text);
    return pipeline.preTokenizer() == null ? pieces : pipeline.preTokenizer().apply(pieces);
  }

  /** {@return a text after the normalizer alone, which ignores added tokens} */
  public String normalize(String text) {
    return pipeline.normalizer() == null
        ? text
        : pipeline.normalizer().apply(AlignedText.of(text)).text();
  }

  /** {@return the words that the pre-tokenizer alone makes of a normalized text} */
  public List<Word> preTokenize(String text) {
    var pieces = List.of(Piece.of(AlignedText.of(text)));
    return (pipeline.preTokenizer() == null ? pieces : pipeline.preTokenizer().apply(pieces))
        .stream()
            .filter(piece -> piece.from() < piece.to())
            .map(
                piece -> new Word(piece.text(), piece.start(0), piece.source().end(piece.to() - 1)))
            .toList();
  }

  /**
   * {@return the text of tokens}
   *
   * <p>It may differ from the encoded text, because normalizers cannot be inverted. Numbers without
   * a token are left out.
   *
   * @param ids numbers of tokens
   * @param skipSpecialTokens whether special tokens are left out
   */
  public String decode(int[] ids, boolean skipSpecialTokens) {
    var tokens = new ArrayList<String>(ids.length);
    for (int id : ids) {
      var token = added.token(id);
      if (token != null && !(skipSpecialTokens && added.isSpecial(token))) {
        tokens.add(token);
      }
    }
    return pipeline.decoder() == null
        ? String.join(" ", tokens)
        : String.join("", pipeline.decoder().apply(tokens));
  }

  /**
   * {@return the text of tokens that come one by one}
   *
   * @param skipSpecialTokens whether special tokens are left out
   */
  public DecodeStream decodeStream(boolean skipSpecialTokens) {
    return new DecodeStream(this, skipSpecialTokens);
  }

  /** {@return the token of a number, in the form for decoders} */
  public Optional<String> tokenOf(int id) {
    return Optional.ofNullable(added.token(id));
  }

  /** {@return the number of a token} */
  public OptionalInt idOf(String token) {
    int id = added.id(token);
    return id == Vocabulary.NONE ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** {@return how many tokens there are, added ones included} */
  public int vocabularySize() {
    return added.size();
  }

  /** {@return the tokens added to the vocabulary of the model, by number} */
  public List<AddedToken> addedTokens() {
    return added.tokens();
  }

  /** {@return the limit of encodings} */
  public Optional<Truncation> truncation() {
    return Optional.ofNullable(truncation);
  }

  /** {@return the padding of encodings} */
  public Optional<Padding> padding() {
    return Optional.ofNullable(padding);
  }

  /**
   * {@return this tokenizer with a limit of encodings}
   *
   * @throws DataException if the stride is too large for it
   */
  public Tokenizer withTruncation(Truncation limit) {
    var processor = pipeline.postProcessor();
    limit.check(processor == null ? 0 : processor.added(false));
    return new Tokenizer(pipeline, added, limit, padding, addsSpecialTokens);
  }

  /** {@return this tokenizer without a limit} */
  public Tokenizer withoutTruncation() {
    return new Tokenizer(pipeline, added, null, padding, addsSpecialTokens);
  }

  /** {@return this tokenizer with padding} */
  public Tokenizer withPadding(Padding other) {
    return new Tokenizer(pipeline, added, truncation, other, addsSpecialTokens);
  }

  /** {@return this tokenizer without padding} */
  public Tokenizer withoutPadding() {
    return new Tokenizer(pipeline, added, truncation, null, addsSpecialTokens);
  }

  /**
   * {@return this tokenizer with more tokens}
   *
   * <p>An existing token keeps its number, and gets the new options. Others get the numbers after
   * all. If normalization removes all characters of a token, no text contains it.
   */
  public Tokenizer withAddedTokens(List<AddedToken> tokens) {
    return new Tokenizer(pipeline, added.and(tokens), truncation, padding, addsSpecialTokens);
  }

  /** {@return this tokenizer with or without special tokens around texts; with them at first} */
  public Tokenizer withSpecialTokens(boolean adds) {
    return new Tokenizer(pipeline, added, truncation, padding, adds);
  }

  /**
   * Writes the {@code tokenizer.json} of this tokenizer, which {@link #read(Path)} and the Rust
   * library read. Afterwards the file is either unchanged or complete.
   *
   * @throws DataException if the file cannot be written
   */
  public void save(Path file) {
    try {
      AtomicFile.write(file, toJson());
    } catch (IOException e) {
      throw new DataException(
          "Tokenizer file %s cannot be written: %s. Choose another path.".formatted(file, e), e);
    }
  }

  /** {@return the content of the file that {@link #save} writes} */
  public String toJson() {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      write(json);
    }
    return text.toString();
  }

  private void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("version", VERSION);
    json.writeName("truncation");
    if (truncation == null) {
      json.writeNull();
    } else {
      truncation.write(json);
    }
    json.writeName("padding");
    if (padding == null) {
      json.writeNull();
    } else {
      padding.write(json);
    }
    json.writeName("added_tokens");
    added.write(json);
    pipeline.write(json);
    json.writeEndObject();
  }

  /** {@return the number of tokens, and what an encoding does with long and short texts} */
  @Override
  public String toString() {
    return "Tokenizer of %d tokens, truncation %s, padding %s"
        .formatted(
            vocabularySize(),
            truncation == null ? "none" : truncation,
            padding == null ? "none" : padding);
  }
}
