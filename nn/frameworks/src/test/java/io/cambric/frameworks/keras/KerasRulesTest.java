package io.cambric.frameworks.keras;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KerasRulesTest {

  private static final Path RECORDED = Path.of("../../src-test/golden/checkpoints/keras");

  private static ShapedArray f32(int... dims) {
    return new ShapedArray(Shape.of(dims), DType.F32);
  }

  private static Map<String, Map<String, ShapedArray>> cell(
      List<String> kernels, ShapedArray kernel, List<String> biases, ShapedArray bias) {
    var gates = new TreeMap<String, Map<String, ShapedArray>>();
    for (var gate : kernels) {
      gates.put(
          gate,
          biases.contains(gate)
              ? Map.of("kernel", kernel, "bias", bias)
              : Map.of("kernel", kernel));
    }
    return gates;
  }

  @ParameterizedTest
  @CsvSource({
    "dense.keras, layers/dense_1",
    "dense.weights.h5, layers/dense_1",
  })
  void paths_of_keras_3_need_no_names_of_layers(String name, String layer) {
    var map = WeightMap.of(KerasRules.ofPaths().dense(layer, "out"));
    var target = Map.of("params", Map.of("out", Map.of("kernel", f32(8, 3), "bias", f32(3))));
    try (var file = KerasFile.open(RECORDED.resolve(name))) {
      assertThat(map.load(file.filter(path -> path.startsWith(layer)), target).toString())
          .isEqualTo(loaded(file.get(layer + "/vars/0"), file.get(layer + "/vars/1")));
    }
  }

  private static String loaded(NdArray kernel, NdArray bias) {
    return Map.of("params", Map.of("out", new TreeMap<>(Map.of("kernel", kernel, "bias", bias))))
        .toString();
  }

  @Test
  void each_form_has_names_of_its_own() {
    assertThat(KerasRules.ofPaths().dense("layers/dense", "Dense_0"))
        .hasToString(
            "[[layers/dense/vars/0] -> [params/Dense_0/kernel], [layers/dense/vars/1] -> [params/Dense_0/bias]]");
    assertThat(KerasRules.ofLayers().dense("out", ""))
        .hasToString("[[out/vars/0] -> [params/kernel], [out/vars/1] -> [params/bias]]");
    assertThat(KerasRules.ofWeights().embedding("net/words", "Embed_0"))
        .hasToString("[[net/words/embeddings] -> [params/Embed_0/embedding]]");
    assertThat(KerasRules.ofOldWeights().embedding("words", "Embed_0"))
        .hasToString("[[words/embeddings:0] -> [params/Embed_0/embedding]]");
  }

  @Test
  void sublayers_of_attention_have_other_names_in_paths() {
    assertThat(KerasRules.ofPaths().multiHeadAttention("layers/mha", "a").getFirst())
        .hasToString("[layers/mha/query_dense/vars/0] -> [params/a/query/kernel]");
    assertThat(KerasRules.ofLayers().multiHeadAttention("mha", "a").getLast())
        .hasToString("[mha/attention_output/vars/1] -> [params/a/out/bias]");
  }

  @Test
  void moving_statistics_go_into_their_collection() {
    assertThat(KerasRules.ofWeights().batchNormalization("norm", "BatchNorm_0"))
        .extracting(WeightRule::toString)
        .containsExactly(
            "[norm/gamma] -> [params/BatchNorm_0/scale]",
            "[norm/beta] -> [params/BatchNorm_0/bias]",
            "[norm/moving_mean] -> [batch_stats/BatchNorm_0/mean]",
            "[norm/moving_variance] -> [batch_stats/BatchNorm_0/var]");
  }

  private static final List<String> GRU = List.of("hn", "hr", "hz", "in", "ir", "iz");

  private static Map<String, NdArray> gru() {
    return Map.of(
        "gru/vars/0", NdArray.of(Shape.of(1, 3), 1, 2, 3),
        "gru/vars/1", NdArray.of(Shape.of(1, 3), 4, 5, 6),
        "gru/vars/2", NdArray.of(Shape.of(2, 3), 1, 2, 3, 10, 20, 30));
  }

  @Test
  void two_biases_of_a_gru_are_added_but_for_the_gate_that_multiplies_one() {
    var map = WeightMap.of(KerasRules.ofLayers().gru("gru", "cell"));
    var target =
        Map.of(
            "params",
            Map.of("cell", cell(GRU, f32(1, 1), List.of("iz", "ir", "in", "hn"), f32(1))));

    var loaded = map.names(target);
    var cell = map.load(gru(), target).get("params").get("cell");

    assertThat(loaded).containsEntry("params/cell/iz/bias", "gru/vars/2");
    assertThat(cell.toString())
        .isEqualTo(
            "{hn={bias=f32[1] [30.0], kernel=f32[1,1] [[6.0]]}, "
                + "hr={kernel=f32[1,1] [[5.0]]}, hz={kernel=f32[1,1] [[4.0]]}, "
                + "in={bias=f32[1] [3.0], kernel=f32[1,1] [[3.0]]}, "
                + "ir={bias=f32[1] [22.0], kernel=f32[1,1] [[2.0]]}, "
                + "iz={bias=f32[1] [11.0], kernel=f32[1,1] [[1.0]]}}");
  }

  @Test
  void a_gru_without_reset_after_is_refused_by_its_shape() {
    var map = WeightMap.of(KerasRules.ofLayers().gru("gru", "cell"));
    var weights = new TreeMap<>(gru());
    weights.put("gru/vars/2", NdArray.of(Shape.of(3), 1, 2, 3));
    var target =
        Map.of(
            "params",
            Map.of("cell", cell(GRU, f32(1, 1), List.of("iz", "ir", "in", "hn"), f32(1))));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> map.load(weights, target))
        .withMessageContaining("the shape of [\"gru/vars/2\"] [f32[3]] does not fit");
  }
}
