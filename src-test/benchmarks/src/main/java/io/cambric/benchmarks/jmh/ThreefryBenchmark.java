package io.cambric.benchmarks.jmh;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/** Time of random words, and of the numbers that are made of them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class ThreefryBenchmark {

  /** A small layer, and a large one. */
  @Param({"1024", "1048576"})
  int count;

  @Param({"chosen", "plain"})
  String kernelSet;

  private Kernels kernels;
  private List<Operand> in;
  private List<Operand> out;

  @Setup
  public void fill() {
    kernels = BenchOperands.kernels(kernelSet);
    var counters = IntStream.range(0, count).toArray();
    in = List.of(words(0, 7), words(0, 42), words(1, counters), words(1, counters));
    out = List.of(words(1, new int[count]), words(1, new int[count]));
  }

  private static Operand words(int stride, int... values) {
    return new Operand(Buffer.wrap(DType.U32, values), 0, new int[] {stride});
  }

  @Benchmark
  public List<Operand> words() {
    kernels.threefry(count, in, out);
    return out;
  }

  /** With the chosen kernels, whatever the parameter. */
  @Benchmark
  public Array normal() {
    return Random.normal(Key.of(0), Shape.of(count));
  }
}
