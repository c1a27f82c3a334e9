package io.cambric.models.lora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.models.generate.Generator;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.llama.Llama;
import io.cambric.models.lora.AdaptedModels.Adapted;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Adapters of PEFT 0.21.0 against merged models of Transformers 5.18.0; see {@code record.py}. */
class AdapterTest {

  private static final Map<String, Supplier<Adapted>> MODELS =
      Map.of(
          "bert-classifier", AdaptedModels::bertClassifier,
          "distilbert", AdaptedModels::distilBert,
          "gpt2", AdaptedModels::gpt2,
          "llama", AdaptedModels::llama,
          "t5", AdaptedModels::t5,
          "bart", AdaptedModels::bart);

  @TempDir private Path folder;

  private static Path resource(String name) {
    try {
      return Path.of(Objects.requireNonNull(AdapterTest.class.getResource(name)).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode config(String name) throws IOException {
    return JsonMapper.shared().readTree(resource("adapters.json")).get(name);
  }

  /** Writes the folder of an adapter, as PEFT did. */
  private void write(String name, JsonNode config) throws IOException {
    Files.writeString(folder.resolve("adapter_config.json"), config.toString());
    var all = SafeTensors.read(resource("adapters.safetensors"));
    var own = new LinkedHashMap<String, NdArray>();
    for (var each : all.names()) {
      if (each.startsWith(name + "/")) {
        own.put(each.substring(name.length() + 1), all.get(each));
      }
    }
    SafeTensors.of(own).write(folder.resolve("adapter_model.safetensors"));
  }

  private static Adapted model(String name) {
    return MODELS.getOrDefault(name, AdaptedModels::bert).get();
  }

  private static Variables merged(Adapted model, LoraAdapter adapter) {
    return adapter.lora().merge(model.variables(), adapter.params());
  }

  private static void assertRecorded(String name, Array output) {
    var expected = SafeTensors.read(resource("expected.safetensors")).get(name);
    assertThat(output.shape()).isEqualTo(expected.shape());
    assertThat(output.concrete("test").toFloats())
        .as(name)
        .usingComparatorWithPrecision(2e-5f)
        .containsExactly(expected.toFloats());
  }

  @ParameterizedTest
  @CsvSource({
    "alpha-pattern,bert",
    "patterns,bert",
    "rslora,bert",
    "pissa,bert",
    "olora,bert",
    "dora,bert",
    "lora-bias,bert",
    "bias-all,bert",
    "bias-lora-only,bert",
    "layers,bert",
    "bert-classifier,bert-classifier",
    "classifier-bias-all,bert-classifier",
    "pooler-bias-all,bert",
    "distilbert,distilbert",
    "gpt2,gpt2",
    "gpt2-pissa,gpt2",
    "gpt2-dora,gpt2",
    "gpt2-saved,gpt2",
    "llama,llama",
    "llama-head,llama",
    "t5,t5",
    "bart,bart"
  })
  void a_merged_model_computes_what_that_of_peft_does_also_after_a_way_through_a_folder(
      String name, String kind) throws IOException {
    write(name, config(name));
    var model = model(kind);

    var adapter = LoraFiles.read(folder, model.names());
    assertRecorded(name, model.output().apply(merged(model, adapter)));

    LoraFiles.write(folder, adapter.lora(), adapter.params(), model.names());
    var again = LoraFiles.read(folder, model.names());
    assertRecorded(name, model.output().apply(merged(model, again)));
    assertThat(again.lora()).isEqualTo(adapter.lora());
  }

  @Test
  void kernels_of_half_precision_keep_their_dtype_and_are_rounded_once() throws IOException {
    write("llama-bf16", config("llama-bf16"));
    var llama = AdaptedModels.llama().inHalf();
    var adapter = LoraFiles.read(folder, llama.names());
    var kernel = "params/layers_0/self_attn/q_proj/kernel";

    var merged = merged(llama, adapter);

    assertThat(adapter.params().pairs().get(kernel).a().dtype()).isEqualTo(DType.F32);
    assertKernel(
        "llama-bf16-kernel",
        merged.params().get("layers_0", "self_attn", "q_proj", "kernel").transpose());
    var generator = Generator.of(Llama.of(AdaptedModels.llamaConfig())).withMaxTokens(3);
    assertThat(generator.generate(merged, AdaptedModels.TOKENS, Key.of(0)).tokens().dim(1))
        .isEqualTo(3);
  }

  @Test
  void kernels_with_magnitudes_keep_their_dtype_too() throws IOException {
    write("gpt2-bf16", config("gpt2-bf16"));
    var gpt2 = AdaptedModels.gpt2().inHalf();

    var merged = merged(gpt2, LoraFiles.read(folder, gpt2.names()));

    assertKernel("gpt2-bf16-kernel", merged.params().get("h_0", "attn", "c_attn", "kernel"));
    var generator = Generator.of(Gpt2.of(AdaptedModels.gpt2Config())).withMaxTokens(3);
    assertThat(generator.generate(merged, AdaptedModels.TOKENS, Key.of(0)).tokens().dim(1))
        .isEqualTo(3);
  }

  /** Sums of another order may round to the neighbour. */
  private static void assertKernel(String name, Array kernel) {
    var expected = SafeTensors.read(resource("expected.safetensors")).get(name);
    assertThat(kernel.dtype()).isEqualTo(DType.BF16).isEqualTo(expected.dtype());
    var values = kernel.concrete("test").toFloats();
    var recorded = expected.toFloats();
    int same = 0;
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).isCloseTo(recorded[i], within(Math.abs(recorded[i]) / 128));
      same += values[i] == recorded[i] ? 1 : 0;
    }
    assertThat(same).isGreaterThan(values.length - 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "peft_type|\"LOHA\"|LORA at \"$.peft_type\", but there is the string \"LOHA\". "
            + "Cambric supports no other adapters.",
        "use_qalora|true|the option absent or off at \"$.use_qalora\", but there is true.",
        "layer_replication|[[0, 2]]|the option absent or off at \"$.layer_replication\", but there is an"
            + " array.",
        "trainable_token_indices|[1]|the option absent or off at \"$.trainable_token_indices\"",
        "kasa_config|{\"beta\": 0.1}|the option absent or off at \"$.kasa_config\"",
        "an_option_of_tomorrow|0.5|the option absent or off at "
            + "\"$.an_option_of_tomorrow\", but there is \"0.5\". Cambric does not support "
            + "adapters with this option. Merge the adapter in Python, and save the model.",
        "init_lora_weights|\"loftq\"|true, false, pissa, olora, or one of"
            + " [eva, gaussian, mica, orthogonal] at \"$.init_lora_weights\", but there is"
            + " the string \"loftq\".",
        "init_lora_weights|\"pissa_niter_4\"|there is the string \"pissa_niter_4\".",
        "init_lora_weights|\"lora_ga\"|there is the string \"lora_ga\".",
        "init_lora_weights|\"corda\"|there is the string \"corda\". The trained model "
            + "has different kernels from the original; save the adapter with "
            + "path_initial_model_for_weight_conversion.",
        "rank_pattern|{\"que(ry\": 3}|a regular expression that Java supports, not one "
            + "with: Unclosed group at \"$.rank_pattern.que(ry\"",
        "rank_pattern|{\"query\": 3}|needs factors of rank 3 for",
        "use_dora|true|needs a magnitude for \"params/layer_0/attention/query/kernel\", "
            + "but has none.",
        "exclude_modules|[\"query\"]|an option that selects the layer "
            + "encoder.layer.0.attention.self.query, because the file has its factors",
        "target_modules|\".*key\"|because the file has its factors at \"$.target_modules\"",
        "layers_to_transform|1|because the file has its factors at \"$.layers_to_transform\""
      })
  void options_that_would_change_the_model_are_refused_by_name(
      String option, String value, String message) throws IOException {
    var config = ((ObjectNode) config("alpha-pattern")).deepCopy();
    config.set(option, JsonMapper.shared().readTree(value));
    write("alpha-pattern", config);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LoraFiles.read(folder, AdaptedModels.bert().names()))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian", "eva", "orthogonal", "mica"})
  void ways_of_initialising_that_leave_the_model_alone_change_nothing(String way)
      throws IOException {
    var config = ((ObjectNode) config("alpha-pattern")).deepCopy();
    write("alpha-pattern", config.put("init_lora_weights", way).put("fan_in_fan_out", true));
    var bert = AdaptedModels.bert();

    var adapter = LoraFiles.read(folder, bert.names());

    assertRecorded("alpha-pattern", bert.output().apply(merged(bert, adapter)));
  }

  @Test
  void layers_are_chosen_by_whole_names_or_their_ends() throws IOException {
    var config = ((ObjectNode) config("layers")).deepCopy();
    config.putArray("target_modules").add("encoder.layer.1.attention.self.query");
    write("layers", config.put("layers_to_transform", 0));
    assertThat(LoraFiles.read(folder, AdaptedModels.bert().names()).params().pairs()).hasSize(1);

    config
        .put("target_modules", "encoder\\.layer\\.[1-9]\\..*query")
        .putNull("layers_to_transform");
    write("layers", config);
    assertThat(LoraFiles.read(folder, AdaptedModels.bert().names()).params().pairs()).hasSize(1);
  }

  private static NdArray numbers(float... values) {
    return Numpy.array(values).concrete("test");
  }

  /** Adds an array to the weights of the folder. */
  private void add(String name, NdArray array) {
    var file = folder.resolve("adapter_model.safetensors");
    var arrays = new LinkedHashMap<String, NdArray>();
    var read = SafeTensors.read(file);
    read.names().forEach(each -> arrays.put(each, read.get(each)));
    arrays.put("base_model.model." + name, array);
    SafeTensors.of(arrays).write(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"transformer.wte.weight", "lm_head.weight", "lm_head.base_layer.weight"})
  void additions_to_tables_of_tokens_and_to_heads_that_share_them_are_refused(String array)
      throws IOException {
    write("gpt2", config("gpt2"));
    add(array, numbers(0));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LoraFiles.read(folder, AdaptedModels.gpt2().names()))
        .withMessageContaining(
            "has the array \"base_model.model.%s\" of an embedding or a tied head, which"
                    .formatted(array)
                + " Cambric does not support. Merge the adapter in Python, and save the model.");
  }

  @Test
  void lora_bias_of_a_layer_without_a_bias_is_refused() throws IOException {
    write("llama", config("llama"));
    var layer = "model.layers.0.self_attn.q_proj";
    add(layer + ".lora_B.bias", numbers(0));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LoraFiles.read(folder, AdaptedModels.llama().names()))
        .withMessageContaining(
            "has the array \"base_model.model.model.layers.0.self_attn.q_proj.lora_B.bias\" of"
                + " lora_bias, but the layer has no bias in the model. Train the adapter without"
                + " lora_bias.");
  }

  @Test
  void olora_is_refused_for_kernels_that_pytorch_stores_with_inputs_first() throws IOException {
    write("gpt2", ((ObjectNode) config("gpt2")).deepCopy().put("init_lora_weights", "olora"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LoraFiles.read(folder, AdaptedModels.gpt2().names()))
        .withMessageContaining(
            "cannot have the init_lora_weights olora for \"transformer.h.0.attn.c_attn\", "
                + "because PyTorch stores its kernel with inputs first.");
  }

  @Test
  void the_second_name_of_a_bias_of_bert_is_left_out_where_it_is_a_copy() throws IOException {
    write("classifier-bias-all", config("classifier-bias-all"));
    var names = new LinkedHashMap<>(AdaptedModels.bertClassifier().names());
    names.put("params/bias", "cls.predictions.bias");
    add("cls.predictions.bias", numbers(1, 2));
    add("cls.predictions.decoder.bias", numbers(1, 2));
    assertThat(LoraFiles.read(folder, names).params().replaced()).containsKey("params/bias");

    add("cls.predictions.decoder.bias", numbers(1, 3));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LoraFiles.read(folder, names))
        .withMessageContaining("has the array \"base_model.model.cls.predictions.decoder.bias\"");
  }
}
