package io.cambric.benchmarks.jmh;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time of a convolution and of its two gradients, channels last. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class ConvBenchmark {

  /** images, size, channels, features, window, stride: a middle layer, 1x1, a stem, strided. */
  @Param({"32-28-32-64-3-1", "32-28-32-64-1-1", "32-56-3-64-7-2", "32-28-64-64-3-2"})
  String layer;

  @Param({"chosen", "plain"})
  String kernelSet;

  private Kernels kernels;
  private ConvSpec forward;
  private ConvSpec inputGradient;
  private ConvSpec kernelGradient;
  private Operand x;
  private Operand xByChannels;
  private Operand w;
  private Operand wReversed;
  private Operand y;
  private Operand yByImages;
  private Operand wGradient;

  @Setup
  public void fill() {
    String[] parts = layer.split("-");
    int images = Integer.parseInt(parts[0]);
    int size = Integer.parseInt(parts[1]);
    int c = Integer.parseInt(parts[2]);
    int o = Integer.parseInt(parts[3]);
    int k = Integer.parseInt(parts[4]);
    int stride = Integer.parseInt(parts[5]);
    int pad = k / 2;
    int out = (size + 2 * pad - k) / stride + 1;
    kernels = BenchOperands.kernels(kernelSet);
    x = BenchOperands.dense(images, size, size, c);
    w = BenchOperands.dense(k, k, c, o);
    y = BenchOperands.dense(images, out, out, o);
    var one = Axes.of(1, 1);
    var strides = Axes.of(stride, stride);
    forward =
        new ConvSpec(
            Axes.of(images, size, size, c),
            Axes.of(k, k, c, o),
            Axes.of(images, out, out, o),
            strides,
            Axes.of(pad, pad),
            one,
            one,
            1,
            1);
    inputGradient =
        new ConvSpec(
            Axes.of(images, out, out, o),
            Axes.of(k, k, o, c),
            Axes.of(images, size, size, c),
            one,
            Axes.of(k - 1 - pad, k - 1 - pad),
            strides,
            one,
            1,
            1);
    int row = k * c * o;
    wReversed = new Operand(w.buffer(), (k - 1) * (row + c * o), new int[] {-row, -c * o, 1, o});
    kernelGradient =
        new ConvSpec(
            Axes.of(c, size, size, images),
            Axes.of(out, out, images, o),
            Axes.of(c, k, k, o),
            one,
            Axes.of(pad, pad),
            one,
            strides,
            1,
            1);
    xByChannels = new Operand(x.buffer(), 0, new int[] {1, size * c, c, size * size * c});
    yByImages = new Operand(y.buffer(), 0, new int[] {out * o, o, out * out * o, 1});
    wGradient =
        new Operand(BenchOperands.dense(k, k, c, o).buffer(), 0, new int[] {o, row, c * o, 1});
  }

  @Benchmark
  public Operand forward() {
    kernels.conv(forward, DType.F32, x, w, y);
    return y;
  }

  @Benchmark
  public Operand gradientOfInput() {
    kernels.conv(inputGradient, DType.F32, y, wReversed, x);
    return x;
  }

  @Benchmark
  public Operand gradientOfKernel() {
    kernels.conv(kernelGradient, DType.F32, xByChannels, yByImages, wGradient);
    return wGradient;
  }
}
