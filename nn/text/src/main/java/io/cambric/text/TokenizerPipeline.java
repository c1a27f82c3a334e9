package io.cambric.text;

import io.cambric.json.JsonValue;
import io.cambric.text.decode.Decoder;
import io.cambric.text.decode.Decoders;
import io.cambric.text.model.Model;
import io.cambric.text.model.Models;
import io.cambric.text.normalize.Normalizer;
import io.cambric.text.normalize.Normalizers;
import io.cambric.text.post.PostProcessor;
import io.cambric.text.post.PostProcessors;
import io.cambric.text.split.PreTokenizer;
import io.cambric.text.split.PreTokenizers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The stages of a tokenizer; an immutable value.
 *
 * @param normalizer null for none
 * @param preTokenizer null for none
 * @param postProcessor null for none
 * @param decoder null for none
 * @param source the stages as they were read, except the model, by their fields
 */
record TokenizerPipeline(
    @Nullable Normalizer normalizer,
    @Nullable PreTokenizer preTokenizer,
    Model model,
    @Nullable PostProcessor postProcessor,
    @Nullable Decoder decoder,
    Map<String, JsonValue> source) {

  private static final String NORMALIZER = "normalizer";
  private static final String PRE_TOKENIZER = "pre_tokenizer";
  private static final String POST_PROCESSOR = "post_processor";
  private static final String DECODER = "decoder";

  /** The stages that are kept as they were read. */
  private static final List<String> FIELDS =
      List.of(NORMALIZER, PRE_TOKENIZER, POST_PROCESSOR, DECODER);

  static TokenizerPipeline read(JsonValue json) {
    var source = new LinkedHashMap<String, JsonValue>();
    for (var field : FIELDS) {
      json.find(field).ifPresent(value -> source.put(field, value));
    }
    return new TokenizerPipeline(
        json.find(NORMALIZER).map(Normalizers::read).orElse(null),
        json.find(PRE_TOKENIZER).map(PreTokenizers::read).orElse(null),
        Models.read(json.get("model")),
        json.find(POST_PROCESSOR).map(PostProcessors::read).orElse(null),
        json.find(DECODER).map(Decoders::read).orElse(null),
        source);
  }

  void write(JsonGenerator json) {
    for (var field : FIELDS) {
      json.writeName(field);
      var value = source.get(field);
      if (value == null) {
        json.writeNull();
      } else {
        JsonText.write(value, json);
      }
    }
    json.writeName("model");
    model.write(json);
  }
}
