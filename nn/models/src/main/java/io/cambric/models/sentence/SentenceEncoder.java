package io.cambric.models.sentence;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.PretrainedFolder;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.distilbert.DistilBertConfig;
import io.cambric.models.distilbert.DistilBertWeights;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Embeddings of sentences, given as tokens. An immutable value, which may be used from many
 * threads.
 *
 * <p>{@link #embed} sorts sentences by length, and pads them to one of a few lengths. A program is
 * compiled for each of these lengths and each number of sentences.
 *
 * {@snippet :
 * var encoder = SentenceEncoder.read(Path.of("all-MiniLM-L6-v2"));
 * List<float[]> embeddings = encoder.embed(sentences);
 * }
 */
public final class SentenceEncoder {

  /** Rows of one program; more gain nothing, as the products are large by then. */
  private static final int BATCH = 32;

  private final TokenEncoder encoder;
  private final Variables variables;
  private final SentenceOptions options;
  private final int longest;
  private final Fn2<Variables, SentenceBatch, Array> program;

  private SentenceEncoder(
      TokenEncoder encoder,
      Variables variables,
      SentenceOptions options,
      int longest,
      Fn2<Variables, SentenceBatch, Array> program) {
    this.encoder = encoder;
    this.variables = variables;
    this.options = options;
    this.longest = longest;
    this.program = program;
  }

  /**
   * {@return an encoder of sentences}
   *
   * @param positions longest sentence that the encoder takes, in tokens
   */
  public static SentenceEncoder of(
      TokenEncoder encoder, Variables variables, SentenceOptions options, int positions) {
    int longest = Math.min(positions, options.maxLength().orElse(positions));
    return new SentenceEncoder(
        encoder,
        variables,
        options,
        longest,
        Transforms.jit((Variables v, SentenceBatch batch) -> embedding(encoder, v, options, batch))
            .prepack(0));
  }

  /**
   * {@return the encoder of a folder of sentence-transformers, with BERT or DistilBERT in it}
   *
   * <p>{@link SentenceModel#read} reads its tokenizer, too.
   *
   * @throws DataException if a file is missing or damaged, or the model is another one
   */
  public static SentenceEncoder read(Path folder) {
    var options = SentenceOptions.read(folder);
    try (var files = PretrainedFolder.open(SentenceFolder.open(folder).transformer())) {
      var type = files.config().get("model_type");
      return switch (type.text()) {
        case "bert" -> {
          var config = BertConfig.of(files.config());
          var variables = BertWeights.load(files.weights(), config);
          yield of(TokenEncoder.of(config), variables, options, config.positions());
        }
        case "distilbert" -> {
          var config = DistilBertConfig.of(files.config());
          var variables = DistilBertWeights.load(files.weights(), config);
          yield of(TokenEncoder.of(config), variables, options, config.positions());
        }
        default -> throw unsupported(type);
      };
    }
  }

  private static DataException unsupported(JsonValue type) {
    return type.failure("bert or distilbert", "Cambric supports no other sentence encoders.");
  }

  /** {@return this with other variables, such as tuned ones; it shares the programs of this} */
  public SentenceEncoder withVariables(Variables other) {
    return new SentenceEncoder(encoder, other, options, longest, program);
  }

  /** {@return the variables of the encoder} */
  public Variables variables() {
    return variables;
  }

  /** {@return the longest sentence in tokens; longer ones are cut off} */
  public int longest() {
    return longest;
  }

  /**
   * {@return embeddings {@code [batch, features]}, which can be differentiated}
   *
   * @param variables of the encoder, used in place of its own
   */
  public Array apply(Variables variables, SentenceBatch batch) {
    return embedding(encoder, variables, options, batch);
  }

  private static Array embedding(
      TokenEncoder encoder, Variables variables, SentenceOptions options, SentenceBatch batch) {
    var states = encoder.states(variables, batch);
    var pooled =
        options.pooling().stream().map(pooling -> pooling.apply(states, batch.mask())).toList();
    var vectors = pooled.size() == 1 ? pooled.getFirst() : Numpy.concatenate(pooled, -1);
    for (var step : options.steps()) {
      vectors = step.apply(vectors);
    }
    return vectors;
  }

  /**
   * {@return the embedding of a sentence}
   *
   * @param sentence tokens, special ones included
   * @throws DataException if it has no tokens
   */
  public float[] embed(int... sentence) {
    return embed(List.of(sentence)).getFirst();
  }

  /**
   * {@return the embeddings of sentences, in their order}
   *
   * @param sentences tokens of each, special ones included
   * @throws DataException if one has no tokens
   */
  public List<float[]> embed(List<int[]> sentences) {
    for (int i = 0; i < sentences.size(); i++) {
      if (sentences.get(i).length == 0) {
        throw new DataException(
            "Embedding needs sentences of at least one token, but sentence %d has none. Leave it out."
                .formatted(i));
      }
    }
    var embeddings = new float[sentences.size()][];
    int[] order =
        IntStream.range(0, sentences.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> sentences.get(i).length))
            .mapToInt(i -> i)
            .toArray();
    for (int from = 0; from < order.length; from += BATCH) {
      int to = Math.min(from + BATCH, order.length);
      embed(sentences, Arrays.copyOfRange(order, from, to), embeddings);
    }
    return List.of(embeddings);
  }

  /** Embeds some sentences in ascending length, in halves where that saves enough padding. */
  private void embed(List<int[]> sentences, int[] part, float[][] embeddings) {
    int half = part.length / 2;
    if (half > 0) {
      int middle = length(sentences.get(part[half - 1]));
      int last = length(sentences.get(part[part.length - 1]));
      if (half * (last - middle) > LengthBuckets.SPLIT) {
        embed(sentences, Arrays.copyOf(part, half), embeddings);
        embed(sentences, Arrays.copyOfRange(part, half, part.length), embeddings);
        return;
      }
    }
    var rows = run(Arrays.stream(part).mapToObj(i -> cut(sentences.get(i))).toList());
    for (int i = 0; i < part.length; i++) {
      embeddings[part[i]] = rows[i];
    }
  }

  private int length(int[] sentence) {
    return LengthBuckets.length(Math.min(sentence.length, longest), longest);
  }

  private int[] cut(int[] sentence) {
    if (sentence.length <= longest) {
      return sentence;
    }
    // The last token ends a sentence, so it stays.
    int[] cut = Arrays.copyOf(sentence, longest);
    cut[longest - 1] = sentence[sentence.length - 1];
    return cut;
  }

  private float[][] run(List<int[]> sentences) {
    int length = sentences.stream().mapToInt(each -> each.length).max().orElseThrow();
    int rows = LengthBuckets.rows(sentences.size(), BATCH);
    var batch = SentenceBatch.of(sentences, LengthBuckets.length(length, longest), rows, 0);
    var result = program.apply(variables, batch).concrete("SentenceEncoder.embed");
    int features = result.dim(1);
    float[] all = result.toFloats();
    var vectors = new float[sentences.size()][];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = Arrays.copyOfRange(all, i * features, (i + 1) * features);
    }
    return vectors;
  }

  /** {@return the options, and the longest sentence in tokens} */
  @Override
  public String toString() {
    return "SentenceEncoder of at most %d tokens, %s".formatted(longest, options);
  }
}
