package io.cambric.models.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LlamaConfigTest {

  private static LlamaConfig read(String type, String fields) {
    var text = "{\"model_type\": \"%s\"%s%s}".formatted(type, fields.isEmpty() ? "" : ", ", fields);
    return LlamaConfig.of(JsonValue.parse("config.json", text));
  }

  @Test
  void what_is_left_out_is_as_in_the_first_models() {
    var llama = read("llama", "");
    assertThat(llama.headDim()).isEqualTo(128);
    assertThat(llama.numKeyValueHeads()).isEqualTo(32);
    assertThat(llama.slidingWindow()).isNull();
    assertThat(llama.ropeParameters()).isEqualTo(RopeParameters.of(10_000));
    assertThat(llama.eosTokenId()).containsExactly(2);
    var mistral = read("mistral", "");
    assertThat(mistral.numKeyValueHeads()).isEqualTo(8);
    assertThat(mistral.intermediateSize()).isEqualTo(14_336);
    assertThat(mistral.slidingWindow()).isEqualTo(4096);
  }

  @Test
  void a_window_of_null_is_none() {
    assertThat(read("mistral", "\"sliding_window\": null").slidingWindow()).isNull();
    assertThat(read("mistral", "\"sliding_window\": 3").slidingWindow()).isEqualTo(3);
  }

  @Test
  void only_mistral_has_a_window_and_only_llama_has_biases() {
    assertThat(read("llama", "\"sliding_window\": 3").slidingWindow()).isNull();
    assertThat(read("llama", "\"attention_bias\": true").attentionBias()).isTrue();
    assertThat(read("mistral", "\"attention_bias\": true").attentionBias()).isFalse();
  }

  @Test
  void the_size_of_a_head_needs_no_relation_to_the_width() {
    var config = read("llama", "\"hidden_size\": 30, \"num_attention_heads\": 4, \"head_dim\": 6");
    assertThat(config.headDim()).isEqualTo(6);
  }

  @Test
  void rotary_positions_are_read_in_both_spellings() {
    var linear = new RopeParameters(500, new RopeScaling.Linear(2));
    assertThat(
            read(
                    "llama",
                    """
                    "rope_parameters": {"rope_type": "linear", "factor": 2.0, "rope_theta": 500}\
                    """)
                .ropeParameters())
        .isEqualTo(linear);
    assertThat(
            read(
                    "llama",
                    """
                    "rope_theta": 500, "rope_scaling": {"type": "linear", "factor": 2.0}\
                    """)
                .ropeParameters())
        .isEqualTo(linear);
    assertThat(
            read(
                    "llama",
                    """
                    "rope_theta": 500, "rope_scaling": {"rope_type": "llama3", "factor": 8,
                    "low_freq_factor": 1, "high_freq_factor": 4,
                    "original_max_position_embeddings": 32}\
                    """)
                .ropeParameters())
        .isEqualTo(new RopeParameters(500, new RopeScaling.Llama3(8, 1, 4, 32)));
    assertThat(read("llama", "\"rope_theta\": 500, \"rope_scaling\": null").ropeParameters())
        .isEqualTo(RopeParameters.of(500));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "rope_parameters": {"rope_type": "yarn"} | one of the types default, linear, llama3 at "$.rope_parameters.rope_type", but there is the string "yarn". Cambric supports no other rotary positions.
          "rope_scaling": {"type": "dynamic"} | one of the types default, linear, llama3 at "$.rope_scaling.type", but there is the string "dynamic". Cambric supports no other rotary positions.
          "rope_parameters": {"rope_type": "linear"} | the field "factor" at "$.rope_parameters", but
          "rope_parameters": {"rope_type": "linear", "factor": 0} | a number above 0 at "$.rope_parameters.factor", but there is "0". Take the value of the original model.
          "rope_parameters": {"partial_rotary_factor": 0.5} | 1 at "$.rope_parameters.partial_rotary_factor", but there is "0.5". Cambric does not support models that rotate a part of each head.
          "rope_parameters": {"rope_type": "llama3", "low_freq_factor": 4, "high_freq_factor": 4} | a number below high_freq_factor, 4.0 at "$.rope_parameters.low_freq_factor", but there is "4". Write both.
          "num_key_value_heads": 5 | a divisor of num_attention_heads, 32, as num_key_value_heads at "$.num_key_value_heads", but there is "5". Write the numbers of the model.
          "hidden_size": 100 | a divisor of hidden_size, 100, as num_attention_heads at "$", but
          "head_dim": 7 | an even head size for rotary positions, 8 at "$.head_dim", but there is "7". Write the numbers of the model.
          "tie_word_embeddings": 1 | true or false at "$.tie_word_embeddings", but there is "1". Write one without quotation marks.
          """)
  void an_option_out_of_range_is_refused_with_its_place(String field, String message) {
    assertThatThrownBy(() -> read("llama", field))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("config.json needs " + message);
  }

  @Test
  void the_configuration_of_another_model_is_refused() {
    assertThatThrownBy(() -> read("qwen2", ""))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "config.json needs one of the models llama, mistral at \"$.model_type\", but "
                + "there is the string \"qwen2\". Read it with the class for its model.");
  }

  @Test
  void sizes_that_do_not_fit_are_refused() {
    assertThatThrownBy(() -> LlamaConfig.ofSize(9, 9, 12, 1, 4, 2))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "A Llama needs an even head size, and query heads divisible by key heads, but "
                + "has size 3, 4 and 2 heads. Choose other numbers.");
  }
}
