package io.cambric.models.gpt2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.module.config.JsonFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Gpt2ConfigTest {

  private static Gpt2Config read(String fields) {
    return Gpt2Config.of(
        JsonValue.parse("config.json", "{\"model_type\": \"gpt2\", " + fields + "}"));
  }

  @Test
  void what_is_left_out_is_as_in_the_released_model() {
    var config = read("\"n_inner\": null");
    assertThat(config)
        .isEqualTo(Gpt2Config.ofSize(50257, 1024, 768, 12, 12).withEosTokenId(List.of(50256)));
  }

  @Test
  void all_options_are_read() {
    var config =
        read(
            """
            "vocab_size": 11, "n_positions": 12, "n_embd": 6, "n_layer": 2, "n_head": 3, "n_inner": 7,
            "activation_function": "relu", "resid_pdrop": 0.2, "embd_pdrop": 0.3, "attn_pdrop": 0.4,
            "layer_norm_epsilon": 1e-3, "initializer_range": 0.5, "scale_attn_weights": false,
            "scale_attn_by_inverse_layer_idx": true, "tie_word_embeddings": false,
            "eos_token_id": [3, 4]\
            """);
    assertThat(config)
        .isEqualTo(
            new Gpt2Config(
                11,
                12,
                6,
                2,
                3,
                7,
                Activation.RELU,
                0.2,
                0.3,
                0.4,
                1e-3,
                0.5,
                false,
                true,
                false,
                List.of(3, 4)));
  }

  @Test
  void a_configuration_that_is_written_reads_as_itself() {
    for (var config :
        List.of(
            Gpt2Config.ofSize(5, 6, 8, 1, 2).withDropout(0),
            Gpt2Config.ofSize(5, 6, 8, 1, 2).withEosTokenId(List.of(4)),
            Gpt2Config.ofSize(5, 6, 8, 1, 2)
                .withEosTokenId(List.of(1, 2))
                .withActivationFunction(Activation.SILU))) {
      var text = JsonFormat.standard().write(config.toJson());
      assertThat(Gpt2Config.of(JsonValue.parse("config.json", text))).isEqualTo(config);
    }
  }

  @Test
  void the_configuration_of_another_model_is_refused() {
    var json = JsonValue.parse("config.json", "{\"model_type\": \"bloom\"}");
    assertThatThrownBy(() -> Gpt2Config.of(json))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "config.json needs one of the models gpt2 at \"$.model_type\", but there is the "
                + "string \"bloom\". Read it with the class for its model.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "n_layer": 0 | a number of at least 1 at "$.n_layer", but there is "0". It counts elements.
          "n_head": 5 | a divisor of n_embd, 768, as n_head at "$.n_head", but there is "5". Write the numbers of the model.
          "add_cross_attention": true | false at "$.add_cross_attention", but there is true. Cambric does not support models with this option.
          "attn_pdrop": 2 | a number in [0, 1] at "$.attn_pdrop", but there is "2". It is a fraction, not a percentage.
          "layer_norm_epsilon": 0 | a number above 0 at "$.layer_norm_epsilon", but there is "0". Take the value of the original model.
          "activation_function": "softsign" | the name of an activation function at "$.activation_function", but there is the string "softsign". Known are
          """)
  void an_option_out_of_range_is_refused_with_its_place(String field, String message) {
    assertThatThrownBy(() -> read(field))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("config.json needs " + message);
  }
}
