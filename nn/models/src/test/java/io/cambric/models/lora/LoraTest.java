package io.cambric.models.lora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.models.Activation;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoraTest {

  private static final BertConfig CONFIG =
      new BertConfig(20, 12, 0, 2, 2, LayerOptions.of(8, 2, 12, Activation.GELU, 1e-12, 0.1, 0.1));

  private static final NdArray TOKENS = NdArray.ofInts(Shape.of(1, 3), new int[] {4, 5, 6});

  private static final Lora LORA = Lora.of(2, 4, "query", "attention/out");

  private final Variables variables =
      RandomWeights.of(Bert.of(CONFIG), m -> m.call(TOKENS, TOKENS));

  @TempDir private Path folder;

  @Test
  void named_kernels_get_factors_and_change_nothing_at_first() {
    var params = LORA.init(Key.of(0), variables);

    assertThat(params.pairs().keySet())
        .containsExactly(
            "params/layer_0/attention/out/kernel",
            "params/layer_0/attention/query/kernel",
            "params/layer_1/attention/out/kernel",
            "params/layer_1/attention/query/kernel");
    var pair = params.pairs().get("params/layer_0/attention/query/kernel");
    assertThat(pair.a().shape()).isEqualTo(Shape.of(8, 2));
    assertThat(pair.b().shape()).isEqualTo(Shape.of(2, 8));
    var before = Bert.of(CONFIG).apply(variables, TOKENS, TOKENS);
    var after = Bert.of(CONFIG).apply(LORA.merge(variables, params), TOKENS, TOKENS);
    assertThat(Numpy.arrayEqual(before, after).item()).isEqualTo(1);
  }

  @Test
  void gradients_reach_the_second_factors_first() {
    var params = LORA.init(Key.of(0), variables);

    var grads =
        Transforms.grad((LoraParams p) ->
                Bert.of(CONFIG)
                    .apply(LORA.merge(variables, p), TOKENS, TOKENS)
                    .mul(Numpy.arange(8))
                    .sum())
            .apply(params);

    var pair = grads.pairs().get("params/layer_1/attention/out/kernel");
    assertThat(pair.a().abs().max().item()).isZero();
    assertThat(pair.b().abs().max().item()).isPositive();
  }

  private static LoraParams moved(LoraParams params) {
    return Trees.map(params, (Array leaf) -> leaf.add(0.25).mul(0.5));
  }

  @Test
  void a_folder_of_peft_keeps_the_additions() throws IOException {
    var params = moved(LORA.init(Key.of(0), variables));
    var names = BertWeights.namesByPath(variables);

    LoraFiles.write(folder, LORA, params, names);
    var read = LoraFiles.read(folder, names);

    var file = SafeTensors.read(folder.resolve("adapter_model.safetensors"));
    assertThat(file.names())
        .contains(
            "base_model.model.encoder.layer.0.attention.self.query.lora_A.weight",
            "base_model.model.encoder.layer.1.attention.output.dense.lora_B.weight");
    assertThat(
            file.get("base_model.model.encoder.layer.0.attention.self.query.lora_A.weight").shape())
        .isEqualTo(Shape.of(2, 8));
    assertThat(Files.readString(folder.resolve("adapter_config.json")))
        .contains("\"peft_type\" : \"LORA\"", "\"r\" : 2", "\"lora_alpha\" : 4.0");
    assertThat(read.lora().scale()).isEqualTo(2);
    var one = Bert.of(CONFIG).apply(LORA.merge(variables, params), TOKENS, TOKENS);
    var other = Bert.of(CONFIG).apply(read.lora().merge(variables, read.params()), TOKENS, TOKENS);
    assertThat(Numpy.arrayEqual(one, other).item()).isEqualTo(1);
  }

  @Test
  void an_adapter_of_another_model_is_refused() {
    LoraFiles.write(
        folder, LORA, LORA.init(Key.of(0), variables), BertWeights.namesByPath(variables));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LoraFiles.read(folder, Map.of()))
        .withMessageContaining("which belongs to no layer of the model");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LORA.merge(Variables.empty(), LORA.init(Key.of(0), variables)))
        .withMessageContaining("There are no variables at [params/layer_0/attention/out/kernel");
  }

  @Test
  void ranks_scales_and_targets_that_make_no_sense_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Lora.of(0, 1, "query"))
        .withMessageContaining("Lora needs a rank of at least 1 and a finite scale");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Lora.of(1, 1))
        .withMessageContaining(
            "Lora needs layers to adapt, but got none. Pass the ends of their paths, such as query.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Lora.of(1, 1, "c_attn").init(Key.of(0), variables))
        .withMessageContaining(
            "No layer with a two-axis kernel has a path that ends in one of [c_attn].");
  }

  @Test
  void additions_of_another_shape_are_refused() {
    var pair = LORA.init(Key.of(0), variables).pairs().values().iterator().next();
    var params = new LoraParams(Map.of("params/layer_0/hidden/kernel", pair));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LORA.merge(variables, params))
        .withMessageContaining(
            "Merging needs an addition of shape [8, 12] for "
                + "\"params/layer_0/hidden/kernel\", but it has [8, 8]. Merge into the adapted "
                + "model.");
  }

  @Test
  void what_belongs_to_no_variable_is_named() {
    var array = Numpy.ones(Shape.of(8));
    var params =
        new LoraParams(
            Map.of(),
            Map.of("params/a/kernel", array),
            Map.of("params/b/bias", array),
            Map.of("params/c/scale", array));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> LORA.merge(variables, params))
        .withMessageContaining(
            "There are no variables at [params/a/kernel, params/b/bias, params/c/scale], where");
  }
}
