package io.cambric.benchmarks.rivals;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.langchain4j.model.embedding.onnx.AbstractInProcessEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * The model of langchain4j on ONNX Runtime, as {@code AllMiniLmL6V2EmbeddingModel}, but with a
 * number of threads.
 */
final class OnnxRuntimeModel extends AbstractInProcessEmbeddingModel {

  private static final int FEATURES = 384;

  private final OnnxBertBiEncoder encoder;

  private OnnxRuntimeModel(OnnxBertBiEncoder encoder, Executor executor) {
    super(executor);
    this.encoder = encoder;
  }

  /** {@return the model of two files; sentences of a batch run one by one on an executor} */
  static OnnxRuntimeModel read(Path weights, Path tokenizer, int threads, Executor executor)
      throws OrtException, IOException {
    var session = session(weights, threads);
    try (var stream = Files.newInputStream(tokenizer)) {
      var encoder =
          new OnnxBertBiEncoder(OrtEnvironment.getEnvironment(), session, stream, PoolingMode.MEAN);
      return new OnnxRuntimeModel(encoder, executor);
    }
  }

  /** {@return a session of ONNX Runtime with a number of threads} */
  static OrtSession session(Path weights, int threads) throws OrtException {
    var options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(threads);
    options.setInterOpNumThreads(1);
    return OrtEnvironment.getEnvironment().createSession(weights.toString(), options);
  }

  @Override
  protected OnnxBertBiEncoder model() {
    return encoder;
  }

  @Override
  protected Integer knownDimension() {
    return FEATURES;
  }
}
