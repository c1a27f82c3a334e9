package io.cambric.benchmarks.jmh;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.WindowSpec;
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

/** Time of pooling of images, channels last, and of its gradient. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class PoolingBenchmark {

  private static final int IMAGES = 32;

  /**
   * Size, channels, window and stride: the usual one, one that overlaps, and one of few channels.
   */
  @Param({"28-64-2-2", "28-64-3-1", "56-3-2-2"})
  String layer;

  @Param({"chosen", "plain"})
  String kernelSet;

  private Kernels kernels;
  private WindowSpec spec;
  private Operand x;
  private Operand y;
  private Operand xGradient;

  @Setup
  public void fill() {
    String[] parts = layer.split("-");
    int size = Integer.parseInt(parts[0]);
    int channels = Integer.parseInt(parts[1]);
    int window = Integer.parseInt(parts[2]);
    int stride = Integer.parseInt(parts[3]);
    int out = (size - window) / stride + 1;
    var one = Axes.of(1, 1, 1, 1);
    kernels = BenchOperands.kernels(kernelSet);
    spec =
        new WindowSpec(
            Axes.of(IMAGES, size, size, channels),
            Axes.of(IMAGES, out, out, channels),
            Axes.of(1, window, window, 1),
            Axes.of(1, stride, stride, 1),
            Axes.of(0, 0, 0, 0),
            one,
            one);
    x = BenchOperands.dense(IMAGES, size, size, channels);
    xGradient = BenchOperands.dense(IMAGES, size, size, channels);
    y = BenchOperands.dense(IMAGES, out, out, channels);
  }

  @Benchmark
  public Operand max() {
    kernels.reduceWindow(ReduceOp.MAX, spec, DType.F32, x, y);
    return y;
  }

  @Benchmark
  public Operand sum() {
    kernels.reduceWindow(ReduceOp.SUM, spec, DType.F32, x, y);
    return y;
  }

  @Benchmark
  public Operand gradientOfMax() {
    kernels.selectAndScatterAdd(true, spec, DType.F32, y, x, xGradient);
    return xGradient;
  }
}
