package io.cambric.models.generate;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Generation settings that change the result and are not supported. */
final class UnsupportedSettings {

  /** Settings that {@link GenerationFile} reads. */
  private static final Set<String> READ =
      Set.of(
          "bad_words_ids",
          "begin_suppress_tokens",
          "bos_token_id",
          "decoder_start_token_id",
          "do_sample",
          "early_stopping",
          "encoder_no_repeat_ngram_size",
          "encoder_repetition_penalty",
          "eos_token_id",
          "epsilon_cutoff",
          "eta_cutoff",
          "exponential_decay_length_penalty",
          "forced_bos_token_id",
          "forced_eos_token_id",
          "length_penalty",
          "max_length",
          "max_new_tokens",
          "min_length",
          "min_new_tokens",
          "min_p",
          "no_repeat_ngram_size",
          "num_beams",
          "num_return_sequences",
          "pad_token_id",
          "remove_invalid_values",
          "renormalize_logits",
          "repetition_penalty",
          "sequence_bias",
          "suppress_tokens",
          "temperature",
          "top_h",
          "top_k",
          "top_p",
          "typical_p");

  /** Settings that change no token: outputs, memory, compilation, and parts of others. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "_commit_hash",
          "_from_model_config",
          "_original_object_hash",
          "assistant_confidence_threshold",
          "assistant_ensemble_weight",
          "assistant_lookbehind",
          "cache_config",
          "compile_config",
          "continuous_batching_config",
          "disable_compile",
          "low_memory",
          "max_cache_len",
          "max_matching_ngram_size",
          "num_assistant_tokens",
          "num_assistant_tokens_schedule",
          "output_attentions",
          "output_hidden_states",
          "output_logits",
          "output_scores",
          "prefill_chunk_size",
          "return_dict_in_generate",
          "target_lookbehind",
          "transformers_version",
          "use_cache");

  private static final Predicate<JsonValue> NEVER = _ -> false;

  /** Settings by the values that switch them off. A null always does. */
  private static final Map<String, Predicate<JsonValue>> OFF =
      Map.ofEntries(
          Map.entry("assistant_early_exit", NEVER),
          Map.entry("cache_implementation", kind -> !kind.text().equals("quantized")),
          Map.entry("constraints", NEVER),
          Map.entry("diversity_penalty", is(0)),
          Map.entry("dola_layers", NEVER),
          Map.entry("force_words_ids", NEVER),
          Map.entry("guidance_scale", is(1)),
          Map.entry("is_assistant", flag -> !flag.flag()),
          Map.entry("max_time", NEVER),
          Map.entry("num_beam_groups", is(1)),
          Map.entry("penalty_alpha", is(0)),
          Map.entry("prompt_lookup_num_tokens", NEVER),
          Map.entry("speculation_type", NEVER),
          Map.entry("stop_strings", NEVER),
          Map.entry("token_healing", flag -> !flag.flag()),
          Map.entry("use_mtp", flag -> !flag.flag()),
          Map.entry("watermarking_config", NEVER));

  private UnsupportedSettings() {}

  private static Predicate<JsonValue> is(double off) {
    return value -> value.number() == off;
  }

  /**
   * Checks that all settings are supported.
   *
   * @param alone whether the file has only generation settings, so that any other name is unknown
   * @throws DataException naming all that are not
   */
  static void refuse(Path file, JsonValue json, boolean alone) {
    var refused = new ArrayList<String>();
    for (var name : json.fields().keySet()) {
      json.find(name)
          .filter(value -> !isSupported(name, value, alone))
          .ifPresent(_ -> refused.add(Quoted.of(name)));
    }
    if (!refused.isEmpty()) {
      throw new DataException(
          "%s has unsupported settings of generation: %s. Remove them, or set them to the values of Transformers that disable them."
              .formatted(file, String.join(", ", refused)));
    }
  }

  private static boolean isSupported(String name, JsonValue value, boolean alone) {
    var off = OFF.get(name);
    return off != null
        ? off.test(value)
        : !alone || READ.contains(name) || WITHOUT_EFFECT.contains(name);
  }
}
