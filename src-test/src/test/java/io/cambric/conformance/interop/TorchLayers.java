package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.from;
import static io.cambric.io.weight.WeightRule.ignore;
import static io.cambric.module.ApplyOptions.mutable;

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
import io.cambric.nn.RmsNorm;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.Map;
import java.util.stream.IntStream;

/** The layers of PyTorch by name: linear ones, tables, and normalisations. */
final class TorchLayers {

  private static final double EPSILON = 1e-5;

  private static final WeightMap LINEAR =
      WeightMap.of(
          from("weight").rearrange("out in -> in out").to("params/kernel"),
          from("bias").to("params/bias"));

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
          Map.entry("Conv3d", call -> output(TorchConvolutions.conv(call, 3))),
          Map.entry("ConvTranspose1d", call -> output(TorchConvolutions.transposed(call, 1))),
          Map.entry("ConvTranspose2d", call -> output(TorchConvolutions.transposed(call, 2))),
          Map.entry("ConvTranspose3d", call -> output(TorchConvolutions.transposed(call, 3))),
          Map.entry("BatchNorm1d", call -> output(batchNorm(call))),
          Map.entry("BatchNorm2d", call -> output(batchNorm(call))),
          Map.entry("BatchNorm3d", call -> output(batchNorm(call))),
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
          Map.entry("Net", call -> output(TorchNet.run(call))));

  private TorchLayers() {}

  static TorchLayer of(String name) {
    var layer = BY_NAME.get(name);
    if (layer == null) {
      throw new UnsupportedFeature("torch:" + name);
    }
    return layer;
  }

  static Map<String, Array> output(Array output) {
    return Map.of("output", output);
  }

  static Array linear(TorchCall call) {
    var layer = Dense.of(call.weights().get("weight").dim(0)).withUseBias(call.flag("bias", true));
    var x = call.input();
    return layer.apply(call.load(LINEAR, layer.init(Key.of(0), x)), x);
  }

  /** Without running statistics, those of the batch are taken in evaluation, too. */
  static Array batchNorm(TorchCall call) {
    boolean affine = call.flag("affine", true);
    boolean running = call.flag("track_running_stats", true);
    var layer =
        BatchNorm.of(running)
            .withAxis(Axes.of(1))
            .withEpsilon(call.number("eps", EPSILON))
            .withUseScale(affine)
            .withUseBias(affine);
    var x = call.input();
    var variables = layer.init(Key.of(0), x);
    return running
        ? layer.apply(call.load(SCALES, variables), x)
        : layer
            .apply(
                variables.with(
                    "params", call.load(SCALES, variables.without("batch_stats")).params()),
                mutable("batch_stats"),
                m -> m.call(x))
            .output();
  }

  static Array layerNorm(TorchCall call) {
    var axes = normalized(call);
    boolean affine = call.flag("elementwise_affine", true);
    var layer =
        LayerNorm.of()
            .withEpsilon(call.number("eps", EPSILON))
            .withReductionAxes(axes)
            .withFeatureAxes(axes)
            .withUseScale(affine)
            .withUseBias(call.flag("bias", true) && affine);
    var x = call.input();
    return layer.apply(call.load(SCALES, layer.init(Key.of(0), x)), x);
  }

  /** {@return the last axes, one for each normalised size} */
  private static Axes normalized(TorchCall call) {
    var shape = call.option("normalized_shape");
    return Axes.of(IntStream.range(shape.isArray() ? -shape.size() : -1, 0).toArray());
  }

  private static Array groupNorm(TorchCall call) {
    boolean affine = call.flag("affine", true);
    var layer =
        GroupNorm.of(call.size("num_groups"))
            .withEpsilon(call.number("eps", EPSILON))
            .withUseScale(affine)
            .withUseBias(affine);
    var x = Numpy.moveaxis(call.input(), 1, -1);
    var y = layer.apply(call.load(SCALES, layer.init(Key.of(0), x)), x);
    return Numpy.moveaxis(y, -1, 1);
  }

  /** By default epsilon is that of the dtype. */
  private static Array rmsNorm(TorchCall call) {
    var axes = normalized(call);
    var layer =
        RmsNorm.of()
            .withEpsilon(call.number("eps", Math.ulp(1f)))
            .withReductionAxes(axes)
            .withFeatureAxes(axes)
            .withUseScale(call.flag("elementwise_affine", true));
    var x = call.input();
    return layer.apply(call.load(SCALES, layer.init(Key.of(0), x)), x);
  }

  /** The row of the padding has no gradient. */
  private static Array embedding(TorchCall call) {
    call.requireAbsent("max_norm");
    call.require("scale_grad_by_freq", false);
    int size = call.size("num_embeddings");
    var layer = Embed.of(size, call.size("embedding_dim"));
    var ids = call.input();
    var map = WeightMap.of(from("weight").to("params/embedding"));
    var rows = layer.apply(call.load(map, layer.init(Key.of(0), ids)), ids);
    if (!call.has("padding_idx")) {
      return rows;
    }
    var padding = ids.eq(Math.floorMod(call.size("padding_idx"), size));
    return Numpy.where(Numpy.expandDims(padding, -1), Lax.stopGradient(rows), rows);
  }

  /** One slope for all, or one for each channel: the layer mapped over channels. */
  private static Array prelu(TorchCall call) {
    var x = call.input();
    var map = WeightMap.of(from("weight").to("params/negative_slope"));
    var slopes = Variables.of(Params.of("negative_slope", call.weights().get("weight").aval()));
    var loaded = call.load(map, slopes).params().get("negative_slope");
    if (loaded.size() == 1) {
      return sloped(loaded.reshape(), x);
    }
    return Transforms.vmap(TorchLayers::sloped).inAxes(0, 1).outAxes(1).apply(loaded, x);
  }

  private static Array sloped(Array slope, Array x) {
    return PReLu.of().apply(Variables.of(Params.of("negative_slope", slope)), x);
  }
}
