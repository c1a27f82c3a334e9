package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.from;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.io.weight.WeightMap;
import io.cambric.nn.Dense;
import io.cambric.nn.Pooling;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A small network of PyTorch with channels last: a convolution, a normalisation, a maximum over
 * windows, and a linear layer. The note of its case gives the sizes.
 */
final class TorchNet {

  private static final Pattern FORM =
      Pattern.compile(
          "Sequential features = Conv2d\\((?<in>\\d+), ?(?<out>\\d+), ?(?<kernel>\\d+)"
              + "(?:, ?stride[ =](?<stride>\\d+))?(?:, ?padding[ =](?<padding>\\d+))?\\),"
              + " BatchNorm2d, ReLU, MaxPool2d\\((?<window>\\d+)\\);"
              + " head = Flatten, Linear\\..*",
          Pattern.DOTALL);

  private TorchNet() {}

  static Array run(TorchCall call) {
    var sizes = FORM.matcher(call.note());
    if (!sizes.matches()) {
      throw new UnsupportedFeature("torch:Net.note=" + call.note());
    }
    var options =
        Map.<String, Object>of(
            "out_channels", number(sizes, "out", 0),
            "kernel_size", number(sizes, "kernel", 0),
            "stride", number(sizes, "stride", 1),
            "padding", number(sizes, "padding", 0));
    int window = number(sizes, "window", 0);
    var convolved =
        TorchConvolutions.conv(
            call.inside("features.0", options, Map.of("input", call.input())), 2);
    var normed =
        TorchLayers.batchNorm(call.inside("features.1", Map.of(), Map.of("input", convolved)));
    var channelsLast = Numpy.moveaxis(Activations.relu(normed), 1, -1);
    return head(
        call, Pooling.maxPool(channelsLast, List.of(window, window), List.of(window, window)));
  }

  private static int number(MatchResult sizes, String group, int absent) {
    var text = sizes.group(group);
    return text == null ? absent : Integer.parseInt(text);
  }

  /** PyTorch flattens channels first, so the columns of the weight change places. */
  private static Array head(TorchCall call, Array pooled) {
    var flat = pooled.reshape(pooled.dim(0), -1);
    var head = call.inside("head.1", Map.of(), Map.of("input", flat));
    var layer = Dense.of(head.weights().get("weight").dim(0));
    var map =
        WeightMap.of(
            from("weight")
                .rearrange("out (c h w) -> (h w c) out")
                .size("h", pooled.dim(1))
                .size("w", pooled.dim(2))
                .to("params/kernel"),
            from("bias").to("params/bias"));
    return layer.apply(head.load(map, layer.init(Key.of(0), flat)), flat);
  }
}
