package io.cambric.benchmarks.jmh;

import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vjp;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Losses;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn2;
import java.util.List;
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

/** Time of compiled functions of the rows of a matrix, and of their values with gradients. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class RowBenchmark {

  /** Short rows, rows of one block, and rows of several; all in the last cache. */
  @Param({"16384x64", "2048x512", "256x4096"})
  String size;

  @Param({"softmax", "logSoftmax", "layerNorm", "rmsNorm", "crossEntropy"})
  String function;

  private Array x;
  private Array cotangent;
  private ArrayFn forward;
  private Fn2<Array, Array, List<Array>> both;

  @Setup
  public void compile() {
    String[] parts = size.split("x");
    int rows = Integer.parseInt(parts[0]);
    var shape = Shape.of(rows, Integer.parseInt(parts[1]));
    x = Random.normal(Key.of(0), shape);
    var labels = Random.randint(Key.of(1), Shape.of(rows), 0, shape.dim(1));
    ArrayFn chosen =
        switch (function) {
          case "softmax" -> a -> Activations.softmax(a);
          case "logSoftmax" -> a -> Activations.logSoftmax(a);
          case "layerNorm" -> Activations::standardize;
          case "rmsNorm" -> a -> a.mul(a.square().mean(-1).expandDims(-1).add(1e-6).pow(-0.5));
          case "crossEntropy" -> a -> Losses.softmaxCrossEntropyWithIntegerLabels(a, labels);
          default -> throw new IllegalArgumentException(function);
        };
    forward = jit(chosen);
    cotangent = Random.normal(Key.of(2), chosen.apply(x).shape());
    both =
        jit((Array a, Array ct) -> {
          var result = vjp(chosen::apply, a);
          return List.of(result.output(), result.pullback().apply(ct));
        });
  }

  @Benchmark
  public Array forward() {
    return forward.apply(x);
  }

  @Benchmark
  public List<Array> forwardAndGradient() {
    return both.apply(x, cotangent);
  }
}
