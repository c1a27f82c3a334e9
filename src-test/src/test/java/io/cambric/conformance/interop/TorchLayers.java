package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.from;
import static io.cambric.io.weight.WeightRule.ignore;

import io.cambric.array.Axes;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.io.weight.WeightMap;
import io.cambric.lax.Lax;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.GroupNorm;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.PReLu;
import io.cambric.nn.Pooling;
import io.cambric.nn.RmsNorm;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The layers of PyTorch by name: linear ones, tables, and normalisations. */
final class TorchLayers {

  private static final double EPSILON = 1e-5;

  private static final WeightMap LINEAR =
      WeightMap.of(
              from("weight").rearrange("out in -> in out").to("params/kernel"),
              from("bias").to("params/bias"))
          .casting();

  private static final WeightMap SCALES =
      WeightMap.of(
          from("weight").to("params/scale"),
          from("bias").to("params/bias"),
          from("running_{what:mean|var}").to("batch_stats/{what}"),
          ignore("num_batches_tracked"));

  private static final Map<String, TorchLayer> BY_NAME =
      Map.ofEntries(
          Map.entry("Linear", call -> output(linear(call))),
          Map.entry("Conv1d", call -> output(TorchConvolutions.conv(call, 1))),
          Map.entry("Conv2d", call -> output(TorchConvolutions.conv(call, 2))),
          Map.entry("ConvTranspose1d", call -> output(TorchConvolutions.transposed(call, 1))),
          Map.entry("ConvTranspose2d", call -> output(TorchConvolutions.transposed(call, 2))),
          Map.entry("BatchNorm1d", call -> output(batchNorm(call))),
          Map.entry("BatchNorm2d", call -> output(batchNorm(call))),
          Map.entry("LayerNorm", call -> output(layerNorm(call))),
          Map.entry("GroupNorm", call -> output(groupNorm(call))),
          Map.entry("RMSNorm", call -> output(rmsNorm(call))),
          Map.entry("Embedding", call -> output(embedding(call))),
          Map.entry("PReLU", call -> output(prelu(call))),
          Map.entry("LSTM", TorchRecurrent::lstm),
          Map.entry("GRU", TorchRecurrent::gru),
          Map.entry("RNN", TorchRecurrent::rnn),
          Map.entry("MultiheadAttention", TorchAttention::attend),
          Map.entry("TransformerEncoderLayer", call -> output(TorchTransformer.encoder(call))),
          Map.entry("TransformerDecoderLayer", call -> output(TorchTransformer.decoder(call))),
          Map.entry("Net", call -> output(net(call))));

  private TorchLayers() {}

  static TorchLayer of(String name) {
    return BY_NAME.getOrDefault(
        name,
        _ -> {
          throw new UnsupportedFeature("torch:" + name);
        });
  }

  static Map<String, Array> output(Array output) {
    return Map.of("output", output);
  }

  static Array linear(TorchCall call) {
    var weight = call.weights().get("weight");
    var layer = Dense.of(weight.dim(0)).withUseBias(call.weights().containsKey("bias"));
    var x = call.input();
    return layer.apply(LINEAR.load(call.weights(), layer.init(Key.of(0), x)), x);
  }

  private static Array batchNorm(TorchCall call) {
    boolean affine = call.flag("affine", true);
    var layer =
        BatchNorm.of(true)
            .withAxis(Axes.of(1))
            .withEpsilon(call.number("eps", EPSILON))
            .withUseScale(affine)
            .withUseBias(affine);
    var x = call.input();
    return layer.apply(SCALES.load(call.weights(), layer.init(Key.of(0), x)), x);
  }

  static Array layerNorm(TorchCall call) {
    var axes = Axes.of(IntStream.range(-call.weights().get("weight").rank(), 0).toArray());
    var layer =
        LayerNorm.of()
            .withEpsilon(call.number("eps", EPSILON))
            .withReductionAxes(axes)
            .withFeatureAxes(axes)
            .withUseBias(call.weights().containsKey("bias"));
    var x = call.input();
    return layer.apply(SCALES.load(call.weights(), layer.init(Key.of(0), x)), x);
  }

  private static Array groupNorm(TorchCall call) {
    var layer = GroupNorm.of(call.size("num_groups")).withEpsilon(call.number("eps", EPSILON));
    var x = Numpy.moveaxis(call.input(), 1, -1);
    var y = layer.apply(SCALES.load(call.weights(), layer.init(Key.of(0), x)), x);
    return Numpy.moveaxis(y, -1, 1);
  }

  private static Array rmsNorm(TorchCall call) {
    var layer = RmsNorm.of().withEpsilon(call.number("eps", EPSILON));
    var x = call.input();
    return layer.apply(SCALES.load(call.weights(), layer.init(Key.of(0), x)), x);
  }

  /** The row of the padding has no gradient. */
  private static Array embedding(TorchCall call) {
    var layer = Embed.of(call.size("num_embeddings"), call.size("embedding_dim"));
    var ids = call.input();
    var map = WeightMap.of(from("weight").to("params/embedding"));
    var variables = map.load(call.weights(), layer.init(Key.of(0), ids));
    var rows = layer.apply(variables, ids);
    var padding = ids.eq(call.size("padding_idx"));
    return Numpy.where(Numpy.expandDims(padding, -1), Lax.stopGradient(rows), rows);
  }

  /** One slope for each channel: the layer mapped over channels. */
  private static Array prelu(TorchCall call) {
    var x = call.input();
    var map = WeightMap.of(from("weight").to("params/negative_slope"));
    var slopes = Variables.of(Params.of("negative_slope", call.weights().get("weight").aval()));
    var variables = map.load(call.weights(), slopes);
    return Transforms.vmap((Array slope, Array channel) ->
            PReLu.of().apply(Variables.of(Params.of("negative_slope", slope)), channel))
        .inAxes(0, 1)
        .outAxes(1)
        .apply(variables.params().get("negative_slope"), x);
  }

  /** A convolution, a normalisation, a maximum over windows, and a linear layer. */
  private static Array net(TorchCall call) {
    var conv =
        TorchConvolutions.conv(
            call.inside("features.0", Map.of("input", call.input())), List.of(3, 3), 1);
    var normed = batchNorm(call.inside("features.1", Map.of("input", conv)));
    var channelsLast = Numpy.moveaxis(Activations.relu(normed), 1, -1);
    var pooled = Pooling.maxPool(channelsLast, List.of(2, 2), List.of(2, 2));
    var flat = pooled.reshape(pooled.dim(0), -1);
    var head = call.inside("head.1", Map.of("input", flat));
    var layer = Dense.of(head.weights().get("weight").dim(0));
    var map =
        WeightMap.of(
            from("weight")
                .rearrange("out (c h w) -> (h w c) out")
                .size("h", pooled.dim(1))
                .size("w", pooled.dim(2))
                .to("params/kernel"),
            from("bias").to("params/bias"));
    return layer.apply(map.load(head.weights(), layer.init(Key.of(0), flat)), flat);
  }
}
