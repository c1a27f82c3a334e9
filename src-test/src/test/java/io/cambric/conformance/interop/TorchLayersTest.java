package io.cambric.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.transform.Transforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class TorchLayersTest {

  private static final Array ONE = NdArray.of(Shape.of(1, 1), 1);
  private static final Map<String, Array> RECURRENT =
      Map.of("weight_ih_l0", ONE, "weight_hh_l0", ONE);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "LSTM | {'hidden_size': 1, 'proj_size': 2} | torch:LSTM.proj_size",
        "RNN | {'hidden_size': 1, 'nonlinearity': 'sine'} | torch:RNN.nonlinearity=sine",
        "Conv2d | {'out_channels': 1, 'padding_mode': 'odd'} | torch:Conv2d.padding_mode=odd",
        "ConvTranspose1d | {'padding_mode': 'reflect'} | torch:ConvTranspose1d.padding_mode",
        "Embedding | {'max_norm': 0.5} | torch:Embedding.max_norm",
        "Embedding | {'scale_grad_by_freq': true} | torch:Embedding.scale_grad_by_freq",
        "TransformerEncoderLayer | {'nhead': 1, 'activation': {'fn': 'silu'}}"
            + " | torch:TransformerEncoderLayer.activation={\"fn\":\"silu\"}",
        "Bilinear | {} | torch:Bilinear"
      })
  void a_layer_names_the_option_that_it_lacks(String layer, String options, String feature) {
    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> output(layer, options, Map.of(), Map.of()))
        .satisfies(e -> assertThat(e.features()).containsExactly(feature));
  }

  @Test
  void options_and_inputs_that_no_one_reads_are_features_that_are_missing() {
    var inputs = Map.of("input", ONE, "mask", ONE);

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() ->
            output(
                "Linear",
                "{'in_features': 1, 'bias': false, 'tied': false, 'dtype': 'float64'}",
                Map.of("weight", ONE),
                inputs))
        .satisfies(e ->
            assertThat(e.features())
                .containsExactly("torch:Linear.dtype", "torch:Linear.mask", "torch:Linear.tied"));
  }

  @Test
  void an_option_that_is_none_is_not_given() {
    var options = "{'bias': false, 'device': null, 'dtype': null}";

    assertThat(output("Linear", options, Map.of("weight", ONE), Map.of("input", ONE)))
        .containsExactly(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zeros | 3 | 7 | 6",
        "replicate | 4 | 7 | 10",
        "circular | 7 | 7 | 7",
        "reflect | 5 | 7 | 8"
      })
  void a_convolution_pads_as_its_mode_says(String mode, float left, float middle, float right) {
    var options =
        "{'out_channels': 1, 'kernel_size': 3, 'padding': 1, 'padding_mode': '%s', 'bias': false}"
            .formatted(mode);
    var weights = Map.<String, Array>of("weight", NdArray.of(Shape.of(1, 1, 3), 1, 1, 1));
    var input = Map.<String, Array>of("input", NdArray.of(Shape.of(1, 1, 3), 1, 2, 4));

    assertThat(output("Conv1d", options, weights, input)).containsExactly(left, middle, right);
  }

  @Test
  void a_recurrent_layer_has_the_nonlinearity_of_its_option_and_begins_with_zeros() {
    var input = Map.<String, Array>of("input", NdArray.of(Shape.of(2, 1, 1), 3, 4));
    var options = "{'hidden_size': 1, 'bias': false, 'nonlinearity': 'relu'}";

    assertThat(output("RNN", options, RECURRENT, input)).containsExactly(3, 7);
  }

  @Test
  void a_mean_square_norm_has_the_epsilon_of_its_dtype_by_default() {
    // The square of the input is as large as the epsilon.
    var input = Map.<String, Array>of("input", NdArray.of(Shape.of(1, 1), 0x1p-12f));
    var options = "{'normalized_shape': 1, 'eps': null, 'elementwise_affine': false}";

    float square = 0x1p-24f;
    assertThat(output("RMSNorm", options, Map.of(), input)[0])
        .isCloseTo((float) Math.sqrt(square / (square + 0x1p-23f)), within(1e-6f));
  }

  @Test
  void a_padding_index_counts_from_the_end_if_it_is_negative() {
    var options = "{'num_embeddings': 2, 'embedding_dim': 1, 'padding_idx': -1}";
    var ids = Map.<String, Array>of("input", NdArray.of(Shape.of(2), 0, 1).astype(DType.I32));
    var gradient =
        Transforms.grad(
                (Array weight) -> call("Embedding", options, Map.of("weight", weight), ids).sum())
            .apply(NdArray.of(Shape.of(2, 1), 5, 6));

    assertThat(gradient.toFloats()).containsExactly(1, 0);
  }

  @Test
  void a_case_with_an_option_that_its_layer_ignores_does_not_pass() throws IOException {
    Files.writeString(
        folder.resolve("cases.json"),
        """
        {"family": "torch-layers", "variant": "shared", "arrays": "arrays.safetensors", "cases": [{
          "id": "a", "layer": "Linear", "arguments": {"bias": false, "tied": true},
          "stateDict": "a.safetensors",
          "inputs": {"input": {"array": "x", "dtype": "float32", "shape": [1, 1]}},
          "expected": {"output": {"array": "x", "dtype": "float32", "shape": [1, 1]}}}]}
        """);
    SafeTensors.of(Map.of("weight", ONE.concrete("one"))).write(folder.resolve("a.safetensors"));
    SafeTensors.of(Map.of("x", ONE.concrete("one"))).write(folder.resolve("arrays.safetensors"));
    var golden = GoldenFolder.families(folder).getFirst().cases().getFirst();

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> new TorchLayersRunner().run(golden, new Check()))
        .satisfies(e -> assertThat(e.features()).containsExactly("torch:Linear.tied"));
  }

  private static float[] output(
      String layer, String options, Map<String, Array> weights, Map<String, Array> inputs) {
    return call(layer, options, weights, inputs).toFloats();
  }

  private static Array call(
      String layer, String options, Map<String, Array> weights, Map<String, Array> inputs) {
    var json = new JsonMapper().readTree(options.replace('\'', '"'));
    var call = new TorchCall(layer, json, weights, inputs, "");
    var output = TorchLayers.of(layer).call(call).get("output");
    call.requireAllRead();
    return output;
  }
}
