package io.cambric.models.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.models.decoder.Decoding;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.models.llama.LlamaWeights;
import io.cambric.module.config.JsonFormat;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PretrainedDecoderTest {

  private static final Gpt2Config CONFIG =
      Gpt2Config.ofSize(19, 40, 12, 2, 3).withInitializerRange(0.6);
  private static final Gpt2 MODEL = Gpt2.of(CONFIG);
  private static final Variables VARIABLES =
      MODEL.init(Key.of(1), (Gpt2 m) -> m.call(Decoding.tokens(1, 4, 19)));
  private static final List<List<Integer>> PROMPTS = List.of(List.of(4, 9, 2, 11));

  @TempDir private Path folder;

  private void write(Gpt2Config config) {
    JsonFormat.standard().write(folder.resolve("config.json"), config.toJson());
    SafeTensors.of(Gpt2Weights.export(VARIABLES, CONFIG))
        .write(folder.resolve("model.safetensors"));
  }

  private List<Integer> generate() {
    var model = PretrainedDecoder.read(folder);
    return model
        .generator()
        .withMaxTokens(8)
        .generate(model.variables(), PROMPTS, Key.of(5))
        .getFirst();
  }

  private static List<Integer> expected(Generator generator) {
    return generator.withMaxTokens(8).generate(VARIABLES, PROMPTS, Key.of(5)).getFirst();
  }

  @Test
  void a_folder_of_gpt_2_generates_up_to_its_end_token() {
    var all = expected(Generator.of(MODEL));
    write(CONFIG);
    assertThat(PretrainedDecoder.read(folder).type()).isEqualTo("gpt2");
    assertThat(generate()).isEqualTo(all);
    int stop = all.get(3);
    write(CONFIG.withEosTokenId(List.of(stop)));
    assertThat(generate()).isEqualTo(all.subList(0, all.indexOf(stop) + 1));
  }

  @Test
  void the_settings_of_generation_come_before_those_of_the_model() throws IOException {
    write(CONFIG.withEosTokenId(List.of(expected(Generator.of(MODEL)).get(3))));
    Files.writeString(
        folder.resolve("generation_config.json"),
        """
        {"eos_token_id": [18], "do_sample": true, "temperature": 1.5, "top_k": 7, "top_p": 0.9,
         "repetition_penalty": 1.2}
        """);
    var sampling = new Sampling(1.5, 7, 0.9, 1.2);
    assertThat(generate())
        .isEqualTo(expected(Generator.of(MODEL).withSampling(sampling).withStopTokens(18)));
  }

  @Test
  void settings_without_sampling_are_greedy_and_keep_the_end_tokens_of_the_model()
      throws IOException {
    var all = expected(Generator.of(MODEL));
    write(CONFIG.withEosTokenId(List.of(all.get(3))));
    Files.writeString(folder.resolve("generation_config.json"), "{\"temperature\": 0.3}");
    assertThat(generate()).isEqualTo(all.subList(0, all.indexOf(all.get(3)) + 1));
  }

  @Test
  void a_folder_of_llama_generates() {
    var config =
        LlamaConfig.ofSize(19, 40, 16, 1, 4, 2)
            .withTieWordEmbeddings(true)
            .withInitializerRange(0.5);
    var llama = Llama.of(config);
    Variables variables = llama.init(Key.of(1), (Llama m) -> m.call(Decoding.tokens(1, 4, 19)));
    JsonFormat.standard()
        .write(
            folder.resolve("config.json"),
            Map.ofEntries(
                Map.entry("model_type", "llama"),
                Map.entry("vocab_size", 19),
                Map.entry("hidden_size", 16),
                Map.entry("intermediate_size", 64),
                Map.entry("num_hidden_layers", 1),
                Map.entry("num_attention_heads", 4),
                Map.entry("num_key_value_heads", 2),
                Map.entry("max_position_embeddings", 40),
                Map.entry("rms_norm_eps", 1e-5),
                Map.entry("eos_token_id", List.of()),
                Map.entry("tie_word_embeddings", true)));
    SafeTensors.of(LlamaWeights.export(variables, config))
        .write(folder.resolve("model.safetensors"));
    assertThat(generate())
        .isEqualTo(
            Generator.of(llama)
                .withMaxTokens(8)
                .generate(variables, PROMPTS, Key.of(5))
                .getFirst());
  }

  @Test
  void another_model_is_refused() throws IOException {
    write(CONFIG);
    var config = folder.resolve("config.json");
    Files.writeString(config, "{\"model_type\": \"mamba\"}");
    assertThatThrownBy(this::generate)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "%s needs gpt2, llama or mistral at \"$.model_type\", but there is the string \"mamba\". Cambric supports no other decoders."
                .formatted(config));
  }
}
