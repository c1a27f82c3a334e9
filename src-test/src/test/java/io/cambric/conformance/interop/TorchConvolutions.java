package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.from;

import io.cambric.core.Array;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.nn.Conv;
import io.cambric.nn.ConvTranspose;
import io.cambric.nn.Padding;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Convolutions of PyTorch, which have channels first. */
final class TorchConvolutions {

  private TorchConvolutions() {}

  /** {@return the convolution of the arguments, over a number of spatial axes} */
  static Array conv(TorchCall call, int axes) {
    var given = call.arguments().path("padding");
    boolean reflect = call.arguments().path("padding_mode").asString("").equals("reflect");
    var numbers = call.spatial("padding", axes, 0);
    var layer =
        Conv.of(call.size("out_channels"), list(call.spatial("kernel_size", axes, 1)))
            .withStrides(list(call.spatial("stride", axes, 1)))
            .withKernelDilation(list(call.spatial("dilation", axes, 1)))
            .withFeatureGroupCount((int) call.number("groups", 1))
            .withUseBias(call.flag("bias", true))
            .withPadding(
                reflect
                    ? Padding.REFLECT
                    : given.isString() ? Padding.SAME : pairs(numbers, new int[axes]));
    return conv(call, layer, kernel(axes));
  }

  /** {@return a convolution over two axes with as much padding on all sides} */
  static Array conv(TorchCall call, List<Integer> window, int padding) {
    var layer =
        Conv.of(call.weights().get("weight").dim(0), window).withPadding(Padding.of(padding));
    return conv(call, layer, kernel(window.size()));
  }

  private static WeightRule kernel(int axes) {
    return from("weight").rearrange(axes == 1 ? "o i w -> w i o" : "o i h w -> h w i o");
  }

  private static Array conv(TorchCall call, Conv layer, WeightRule kernel) {
    var x = Numpy.moveaxis(call.input(), 1, -1);
    var map = WeightMap.of(kernel.to("params/kernel"), from("bias").to("params/bias"));
    var variables = map.load(call.weights(), layer.init(Key.of(0), x));
    return Numpy.moveaxis(layer.apply(variables, x), -1, 1);
  }

  /** {@return the transposed convolution of the arguments} */
  static Array transposed(TorchCall call, int axes) {
    int groups = (int) call.number("groups", 1);
    var kernel = call.spatial("kernel_size", axes, 1);
    var strides = call.spatial("stride", axes, 1);
    var dilation = call.spatial("dilation", axes, 1);
    var padding = call.spatial("padding", axes, 0);
    int[] low =
        IntStream.range(0, axes).map(i -> dilation[i] * (kernel[i] - 1) - padding[i]).toArray();
    var pairs = pairs(low, call.spatial("output_padding", axes, 0));
    if (groups == 1) {
      return transposed(
          call,
          ConvTranspose.of(call.size("out_channels"), list(kernel))
              .withStrides(list(strides))
              .withKernelDilation(list(dilation))
              .withPadding(pairs)
              .withUseBias(call.flag("bias", true))
              .withTransposeKernel(true),
          axes);
    }
    // Groups need a convolution of the dilated input with a reversed kernel.
    var layer =
        Conv.of(call.size("out_channels"), list(kernel))
            .withInputDilation(list(strides))
            .withKernelDilation(list(dilation))
            .withPadding(pairs)
            .withFeatureGroupCount(groups)
            .withUseBias(call.flag("bias", true));
    return conv(
        call,
        layer,
        from("weight").rearrange("(g i) o h w -> h w i (g o)").reverse("h", "w").size("g", groups));
  }

  private static Array transposed(TorchCall call, ConvTranspose layer, int axes) {
    var x = Numpy.moveaxis(call.input(), 1, -1);
    var map =
        WeightMap.of(
            from("weight")
                .rearrange(axes == 1 ? "i o w -> w o i" : "i o h w -> h w o i")
                .to("params/kernel"),
            from("bias").to("params/bias"));
    var variables = map.load(call.weights(), layer.init(Key.of(0), x));
    return Numpy.moveaxis(layer.apply(variables, x), -1, 1);
  }

  private static List<Integer> list(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static Padding pairs(int[] amounts, int[] more) {
    return Padding.of(
        IntStream.range(0, amounts.length)
            .mapToObj(i -> new Padding.Pair(amounts[i], amounts[i] + more[i]))
            .toArray(Padding.Pair[]::new));
  }
}
