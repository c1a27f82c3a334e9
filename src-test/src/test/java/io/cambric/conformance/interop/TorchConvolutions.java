package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.from;

import io.cambric.core.Array;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.nn.Conv;
import io.cambric.nn.ConvTranspose;
import io.cambric.nn.Padding;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.PadMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Convolutions of PyTorch, which have channels first. */
final class TorchConvolutions {

  /** The names of spatial axes, each with a space. */
  private static final String SPATIAL = "h w d ";

  private static final Map<String, PadMode> PADDING_MODES =
      Map.of(
          "zeros", PadMode.CONSTANT,
          "reflect", PadMode.REFLECT,
          "replicate", PadMode.EDGE,
          "circular", PadMode.WRAP);

  private TorchConvolutions() {}

  /** {@return the convolution of the options, over a number of spatial axes} */
  static Array conv(TorchCall call, int axes) {
    var kernel = call.spatial("kernel_size", axes, 1);
    var dilation = call.spatial("dilation", axes, 1);
    var padding = padding(call, kernel, dilation);
    var mode = call.choice("padding_mode", "zeros", PADDING_MODES);
    boolean zeros = mode == PadMode.CONSTANT;
    var layer =
        Conv.of(call.size("out_channels"), list(kernel))
            .withStrides(list(call.spatial("stride", axes, 1)))
            .withKernelDilation(list(dilation))
            .withFeatureGroupCount(call.size("groups", 1))
            .withUseBias(call.flag("bias", true))
            .withPadding(zeros ? Padding.of(padding) : Padding.VALID);
    return channelsLast(
        call, axes, x -> apply(call, layer, kernel(axes), zeros ? x : padded(x, padding, mode)));
  }

  /** {@return the numbers of elements before and after each spatial axis} */
  private static Padding.Pair[] padding(TorchCall call, int[] kernel, int[] dilation) {
    int axes = kernel.length;
    if (!call.option("padding").isString()) {
      var amounts = call.spatial("padding", axes, 0);
      return pairs(axes, i -> new Padding.Pair(amounts[i], amounts[i]));
    }
    boolean same = call.choice("padding", "valid", Map.of("valid", false, "same", true));
    return pairs(
        axes,
        i -> {
          int all = same ? dilation[i] * (kernel[i] - 1) : 0;
          return new Padding.Pair(all / 2, all - all / 2);
        });
  }

  private static Array padded(Array x, Padding.Pair[] padding, PadMode mode) {
    var widths = new int[x.rank()][2];
    int first = x.rank() - 1 - padding.length;
    for (int i = 0; i < padding.length; i++) {
      widths[first + i] = new int[] {padding[i].low(), padding[i].high()};
    }
    return Numpy.pad(x, widths, mode);
  }

  private static WeightRule kernel(int axes) {
    var spatial = SPATIAL.substring(0, 2 * axes);
    return from("weight").rearrange("o i %s -> %s i o".formatted(spatial, spatial));
  }

  private static Array apply(TorchCall call, Conv layer, WeightRule kernel, Array x) {
    var map = WeightMap.of(kernel.to("params/kernel"), from("bias").to("params/bias"));
    return layer.apply(call.load(map, layer.init(Key.of(0), x)), x);
  }

  /** {@return what a function makes of the input with its channels moved to the end} */
  private static Array channelsLast(TorchCall call, int axes, UnaryOperator<Array> function) {
    var y = function.apply(Numpy.moveaxis(call.input(), -1 - axes, -1));
    return Numpy.moveaxis(y, -1, -1 - axes);
  }

  /** {@return the transposed convolution of the options} */
  static Array transposed(TorchCall call, int axes) {
    call.require("padding_mode", "zeros");
    int groups = call.size("groups", 1);
    var kernel = call.spatial("kernel_size", axes, 1);
    var strides = list(call.spatial("stride", axes, 1));
    var dilation = call.spatial("dilation", axes, 1);
    var cut = call.spatial("padding", axes, 0);
    var more = call.spatial("output_padding", axes, 0);
    int features = call.size("out_channels");
    boolean bias = call.flag("bias", true);
    var padding =
        Padding.of(
            pairs(
                axes,
                i -> {
                  int low = dilation[i] * (kernel[i] - 1) - cut[i];
                  return new Padding.Pair(low, low + more[i]);
                }));
    var spatial = SPATIAL.substring(0, 2 * axes);
    if (groups == 1) {
      var layer =
          ConvTranspose.of(features, list(kernel))
              .withStrides(strides)
              .withKernelDilation(list(dilation))
              .withPadding(padding)
              .withUseBias(bias)
              .withTransposeKernel(true);
      var map =
          WeightMap.of(
              from("weight")
                  .rearrange("i o %s -> %s o i".formatted(spatial, spatial))
                  .to("params/kernel"),
              from("bias").to("params/bias"));
      return channelsLast(
          call, axes, x -> layer.apply(call.load(map, layer.init(Key.of(0), x)), x));
    }
    // Groups need a convolution of the dilated input with a reversed kernel.
    var layer =
        Conv.of(features, list(kernel))
            .withInputDilation(strides)
            .withKernelDilation(list(dilation))
            .withPadding(padding)
            .withFeatureGroupCount(groups)
            .withUseBias(bias);
    var rule =
        from("weight")
            .rearrange("(g i) o %s -> %s i (g o)".formatted(spatial, spatial))
            .reverse(spatial.strip().split(" "))
            .size("g", groups);
    return channelsLast(call, axes, x -> apply(call, layer, rule, x));
  }

  private static List<Integer> list(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static Padding.Pair[] pairs(int axes, IntFunction<Padding.Pair> pair) {
    return IntStream.range(0, axes).mapToObj(pair).toArray(Padding.Pair[]::new);
  }
}
