package io.cambric.conformance.interop;

import io.cambric.core.Array;
import io.cambric.json.JsonValue;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A model of one class of Transformers, behind the names that golden cases use. */
interface GoldenModel {

  /** Makes the model of a configuration. */
  @FunctionalInterface
  interface Factory {

    GoldenModel of(JsonValue config);
  }

  /**
   * {@return outputs by the names of the recorded ones; {@code hidden_states/0} for the first of a
   * list}
   *
   * @param weights by their names in the file; traced ones under {@code grad}
   * @param inputs of the case
   */
  Map<String, Array> call(Map<String, Array> weights, ModelInputs inputs);

  /**
   * {@return what greedy decoding gives}
   *
   * @param weights by their names in the file
   * @param inputs of the case
   * @param generation what was recorded, with {@code prompt} and the number of new tokens
   */
  default Generated generate(Map<String, Array> weights, ModelInputs inputs, JsonNode generation) {
    throw new UnsupportedOperationException("no decoder: " + getClass());
  }

  /**
   * New tokens, and the logits they were chosen by.
   *
   * @param tokens {@code [batch, steps]}
   * @param logits {@code [batch, steps, vocabulary]}
   */
  record Generated(Array tokens, Array logits) {}
}
