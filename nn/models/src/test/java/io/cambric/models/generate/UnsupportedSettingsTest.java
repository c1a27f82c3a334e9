package io.cambric.models.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnsupportedSettingsTest {

  private static final Path FILE = Path.of("generation_config.json");

  private static void refuse(String text) {
    UnsupportedSettings.refuse(FILE, JsonValue.parse("settings", text), true);
  }

  private static GenerationSettings read(String text) {
    return new GenerationFile(JsonValue.parse("settings", text), false).settings(List.of(5));
  }

  private static GenerationSettings readOld(String text) {
    var json = JsonValue.parse("settings", text);
    UnsupportedSettings.refuse(Path.of("config.json"), json, false);
    return new GenerationFile(json, true).settings(List.of());
  }

  @Test
  void all_settings_that_are_not_supported_are_named_at_once() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            refuse(
                """
                {"num_beams": 4, "num_beam_groups": 2, "diversity_penalty": 0.5, "top_k": 4,
                 "penalty_alpha": 0.6, "stop_strings": ["."], "made_up": 1}\
                """))
        .withMessage(
            "generation_config.json has unsupported settings of generation: "
                + "\"num_beam_groups\", \"diversity_penalty\", \"penalty_alpha\", "
                + "\"stop_strings\", \"made_up\". Remove them, or set them to the values of "
                + "Transformers that disable them.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"assistant_early_exit\": 2",
        "\"cache_implementation\": \"quantized\"",
        "\"constraints\": []",
        "\"dola_layers\": \"low\"",
        "\"force_words_ids\": [[1]]",
        "\"guidance_scale\": 1.5",
        "\"is_assistant\": true",
        "\"max_time\": 2.5",
        "\"prompt_lookup_num_tokens\": 3",
        "\"speculation_type\": \"dflash\"",
        "\"token_healing\": true",
        "\"use_mtp\": true",
        "\"watermarking_config\": {\"bias\": 2.0}"
      })
  void a_setting_that_changes_tokens_is_refused(String setting) {
    var name = setting.substring(1, setting.indexOf('"', 1));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> refuse("{" + setting + "}"))
        .withMessageContaining("settings of generation: \"" + name + "\".");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> readOld("{" + setting + ", \"hidden_size\": 4}"))
        .withMessageContaining("settings of generation: \"" + name + "\".");
  }

  @Test
  void values_that_turn_a_setting_off_and_settings_of_outputs_are_taken() {
    refuse(
        """
        {"num_beam_groups": 1, "diversity_penalty": 0.0, "penalty_alpha": null, "use_mtp": false,
         "guidance_scale": 1.0, "cache_implementation": "static", "use_cache": false,
         "output_scores": true, "transformers_version": "5.18.0", "_from_model_config": true,
         "num_assistant_tokens": 20, "is_assistant": false, "watermarking_config": null}\
        """);
  }

  @Test
  void an_empty_file_has_the_defaults_of_transformers() {
    assertThat(read("{}")).isEqualTo(GenerationSettings.standard().endingWith(List.of(5)));
    assertThat(read("{\"do_sample\": true}").sampling()).isEqualTo(Sampling.of(1).withTopK(50));
  }

  @Test
  void settings_are_read_by_the_names_of_transformers() {
    var settings =
        read(
            """
            {"max_length": 30, "min_new_tokens": 4, "min_length": 9, "eos_token_id": [7, 8],
             "pad_token_id": 3, "num_return_sequences": 2, "do_sample": true, "temperature": 0.5,
             "top_k": 0, "top_p": 0.8, "min_p": 0.1, "top_h": 0.4, "typical_p": 0.7,
             "epsilon_cutoff": 0.01, "eta_cutoff": 1.5, "repetition_penalty": 1.1,
             "encoder_repetition_penalty": 1.2, "no_repeat_ngram_size": 3,
             "encoder_no_repeat_ngram_size": 2, "bad_words_ids": [[1], [2, 3]],
             "suppress_tokens": [4], "begin_suppress_tokens": [5, 6],
             "sequence_bias": [[[1, 2], -0.5]], "forced_bos_token_id": 1, "forced_eos_token_id": 2,
             "exponential_decay_length_penalty": [5, 1.25], "remove_invalid_values": true,
             "renormalize_logits": true, "num_beams": 4, "length_penalty": 0.5,
             "early_stopping": "never"}\
            """);
    assertThat(settings)
        .isEqualTo(
            new GenerationSettings(
                new TextLength(30, true, 0, 4),
                List.of(7, 8),
                3,
                false,
                2,
                new Sampling(0.5, 0, 0.8, 1.1, 0.1, 0.7, 0.4, 0.01, 0),
                new TokenRules(
                    3,
                    2,
                    1.2,
                    List.of(List.of(1), List.of(2, 3)),
                    List.of(4),
                    List.of(5, 6),
                    Map.of(List.of(1, 2), -0.5),
                    1,
                    List.of(2),
                    new ExponentialDecay(5, 1.25),
                    true,
                    true),
                new Beams(4, 0.5, EarlyStopping.CERTAIN)));
  }

  @Test
  void the_number_of_new_tokens_comes_before_that_of_all() {
    assertThat(read("{\"max_length\": 30, \"max_new_tokens\": 4}").length())
        .isEqualTo(new TextLength(4, false, 0, 0));
  }

  @Test
  void an_older_configuration_has_them_among_the_options_of_the_model() {
    var settings =
        readOld(
            """
            {"model_type": "bart", "d_model": 12, "num_beams": 3, "no_repeat_ngram_size": 2,
             "max_length": 9, "eos_token_id": 2, "bos_token_id": 0, "early_stopping": true,
             "force_bos_token_to_be_generated": true,
             "task_specific_params": {"summarization": {"num_beams": 7}}}\
            """);
    assertThat(settings.beams()).isEqualTo(new Beams(3, 1, EarlyStopping.FULL));
    assertThat(settings.rules())
        .isEqualTo(TokenRules.none().withNoRepeatNgramSize(2).withForcedBosTokenId(0));
    assertThat(settings.length()).isEqualTo(new TextLength(9, true, 0, 0));
    assertThat(settings.stopTokens()).containsExactly(2);
  }

  @Test
  void values_out_of_range_are_refused_with_their_place() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read("{\"num_return_sequences\": 2}"))
        .withMessage(
            "settings needs at most the number of beams, or sampling at "
                + "\"$.num_return_sequences\", but there is \"2\". Raise num_beams, set "
                + "do_sample, or request one text.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read("{\"early_stopping\": \"maybe\"}"))
        .withMessage(
            "settings needs true, false or \"never\" at \"$.early_stopping\", but there is the"
                + " string \"maybe\". Write one of them.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read("{\"bad_words_ids\": [[]]}"))
        .withMessageContaining("needs at least one token at \"$.bad_words_ids[0]\"");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read("{\"no_repeat_ngram_size\": -1}"))
        .withMessageContaining("needs a number of at least 0 at \"$.no_repeat_ngram_size\"");
  }
}
