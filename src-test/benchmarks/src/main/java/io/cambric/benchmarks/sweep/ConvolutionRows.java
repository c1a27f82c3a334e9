package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.nn.Pooling;
import io.cambric.numpy.Image;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.ResizeMethod;
import java.util.List;

/** Convolutions of images, channels last, and functions of windows. */
final class ConvolutionRows {

  /** Multiplications of a convolution with one group and step 1. */
  private static final long MOST = 400_000_000;

  private static final String IMAGE = "n:1-32 h:5-64 w:5-64 i:1-256";
  private static final String KERNEL = "small s:1-5 s i o:1-256";
  private static final String BOTH = IMAGE + ", " + KERNEL;

  /** A smaller image, for rows that make an array of all windows. */
  private static final String SMALL_IMAGE = "n:1-8 h:5-32 w:5-32 i:1-32";

  private static final ConvDims LAST = ConvDims.of("NHWC", "HWIO", "NHWC");
  private static final Axes ONES = Axes.of(1, 1);
  private static final Axes TWOS = Axes.of(2, 2);
  private static final Axes PLAIN = Axes.of(1, 1, 1, 1);
  private static final Axes WINDOW = Axes.of(1, 2, 2, 1);
  private static final Axes OVERLAPPING = Axes.of(1, 3, 3, 1);

  private ConvolutionRows() {}

  static List<Family> families() {
    return List.of(convolutions(), windows());
  }

  private static Family convolutions() {
    return new Family("convolutions", MOST, false)
        .add("lax.conv", FLOAT, BOTH, (x, k) -> Lax.conv(x, k, ONES, Padding.SAME, LAST))
        .add("lax.convGeneralDilated", FLOAT, BOTH, (x, k) -> conv(x, k, ONES, ONES, 1))
        .add("lax.convGeneralDilated:steps", FLOAT, BOTH, (x, k) -> conv(x, k, TWOS, ONES, 1))
        .add("lax.convGeneralDilated:dilated", FLOAT, BOTH, (x, k) -> conv(x, k, ONES, TWOS, 1))
        .add(
            "lax.convGeneralDilated:depthwise",
            FLOAT,
            IMAGE + ", small s:1-5 s 1 i",
            (x, k) -> conv(x, k, ONES, ONES, x.dim(3)))
        .add(
            "lax.convGeneralDilated:groups",
            FLOAT,
            "n:1-32 h:5-64 w:5-64 4*i:1-64, small s:1-5 s i 4*o:1-64",
            (x, k) -> conv(x, k, ONES, ONES, 4))
        .add(
            "lax.convTranspose",
            FLOAT,
            BOTH,
            (x, k) -> Lax.convTranspose(x, k, TWOS, Padding.SAME, ONES, LAST, false))
        .add(
            "lax.convGeneralDilatedLocal",
            SINGLE,
            SMALL_IMAGE + ", small h w 9*i o:1-32",
            (x, k) ->
                Lax.convGeneralDilatedLocal(
                    x, k, ONES, Padding.SAME, Shape.of(3, 3), ONES, ONES, LAST))
        .add(
            "lax.convGeneralDilatedPatches",
            SINGLE,
            SMALL_IMAGE,
            x ->
                Lax.convGeneralDilatedPatches(
                    x, Shape.of(3, 3), ONES, Padding.SAME, ONES, ONES, LAST));
  }

  private static Array conv(Array x, Array kernel, Axes strides, Axes dilation, int groups) {
    return Lax.convGeneralDilated(
        x, kernel, strides, Padding.SAME, ONES, dilation, LAST, groups, 1);
  }

  private static Family windows() {
    return new Family("windows", 4_000_000, false)
        .add(
            "lax.reduceWindowMax",
            FLOAT,
            IMAGE,
            x -> Lax.reduceWindowMax(x, WINDOW, WINDOW, Padding.VALID, PLAIN, PLAIN))
        .add(
            "lax.reduceWindowMax:overlapping",
            FLOAT,
            IMAGE,
            x -> Lax.reduceWindowMax(x, OVERLAPPING, WINDOW, Padding.SAME, PLAIN, PLAIN))
        .add(
            "lax.reduceWindowMin",
            FLOAT,
            IMAGE,
            x -> Lax.reduceWindowMin(x, WINDOW, WINDOW, Padding.VALID, PLAIN, PLAIN))
        .add(
            "lax.reduceWindowSum",
            FLOAT,
            IMAGE,
            x -> Lax.reduceWindowSum(x, OVERLAPPING, PLAIN, Padding.SAME, PLAIN, PLAIN))
        .forward(
            "lax.reduceWindowProd",
            WIDE,
            "positive n:1-32 h:5-64 w:5-64 i:1-256",
            x -> Lax.reduceWindowProd(x, WINDOW, WINDOW, Padding.VALID, PLAIN, PLAIN))
        .forward(
            "lax.windows",
            SINGLE,
            SMALL_IMAGE,
            x ->
                Lax.windows(
                    x, Numpy.scalar(0, x.dtype()), OVERLAPPING, PLAIN, Padding.SAME, PLAIN, PLAIN))
        .add("nn.maxPool", FLOAT, IMAGE, x -> Pooling.maxPool(x, List.of(2, 2), List.of(2, 2)))
        .add("nn.avgPool", FLOAT, IMAGE, x -> Pooling.avgPool(x, List.of(2, 2), List.of(2, 2)))
        .add(
            "image.resize",
            WIDE,
            SMALL_IMAGE,
            x ->
                Image.resize(
                    x,
                    Shape.of(x.dim(0), 2 * x.dim(1), 2 * x.dim(2), x.dim(3)),
                    ResizeMethod.LINEAR));
  }
}
