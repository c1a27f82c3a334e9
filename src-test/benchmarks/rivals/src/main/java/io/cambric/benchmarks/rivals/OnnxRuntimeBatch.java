package io.cambric.benchmarks.rivals;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.cambric.models.sentence.SentenceModel;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * ONNX Runtime itself on padded batches, which langchain4j does not make. Tokens come from the
 * tokenizer of Cambric.
 *
 * @param session of the model
 * @param model whose tokenizer is used
 */
record OnnxRuntimeBatch(OrtSession session, SentenceModel model) {

  /** {@return the embeddings of texts, in their order} */
  List<float[]> embed(List<String> texts) {
    var tokens = model.tokens(texts);
    int length = tokens.stream().mapToInt(each -> each.length).max().orElseThrow();
    var ids = new long[tokens.size() * length];
    var mask = new long[ids.length];
    for (int row = 0; row < tokens.size(); row++) {
      for (int i = 0; i < tokens.get(row).length; i++) {
        ids[row * length + i] = tokens.get(row)[i];
        mask[row * length + i] = 1;
      }
    }
    var shape = new long[] {tokens.size(), length};
    var environment = OrtEnvironment.getEnvironment();
    try (var first = OnnxTensor.createTensor(environment, LongBuffer.wrap(ids), shape);
        var second = OnnxTensor.createTensor(environment, LongBuffer.wrap(mask), shape);
        var third = OnnxTensor.createTensor(environment, LongBuffer.allocate(ids.length), shape);
        var result =
            session.run(
                Map.of("input_ids", first, "attention_mask", second, "token_type_ids", third))) {
      var states = ((OnnxTensor) result.get(0)).getFloatBuffer();
      return means(states, tokens, length);
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<float[]> means(FloatBuffer states, List<int[]> tokens, int length) {
    int features = states.remaining() / (tokens.size() * length);
    var means = new ArrayList<float[]>();
    for (int row = 0; row < tokens.size(); row++) {
      var mean = new float[features];
      for (int i = 0; i < tokens.get(row).length; i++) {
        for (int j = 0; j < features; j++) {
          mean[j] += states.get((row * length + i) * features + j);
        }
      }
      double squares = 0;
      for (float each : mean) {
        squares += (double) each * each;
      }
      for (int j = 0; j < features; j++) {
        mean[j] /= (float) Math.sqrt(squares);
      }
      means.add(mean);
    }
    return means;
  }
}
