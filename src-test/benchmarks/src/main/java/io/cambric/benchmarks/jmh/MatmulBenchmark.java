package io.cambric.benchmarks.jmh;

import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.MatmulSpec;
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

/** Time of one f32 matrix product with the chosen kernels against the plain ones. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class MatmulBenchmark {

  /** In L1, in L2, in memory, a dense layer, a classifier head, and one row. */
  @Param({"64x64x64", "256x256x256", "1024x1024x1024", "128x512x784", "128x10x512", "1x512x784"})
  String size;

  @Param({"chosen", "plain"})
  String kernelSet;

  private Kernels kernels;
  private MatmulSpec spec;
  private Operand lhs;
  private Operand rhs;
  private Operand rhsTransposed;
  private Operand out;

  @Setup
  public void fill() {
    String[] parts = size.split("x");
    int m = Integer.parseInt(parts[0]);
    int n = Integer.parseInt(parts[1]);
    int k = Integer.parseInt(parts[2]);
    kernels = BenchOperands.kernels(kernelSet);
    spec = new MatmulSpec(1, m, n, k, DType.F32);
    lhs = BenchOperands.dense(1, m, k);
    rhs = BenchOperands.dense(1, k, n);
    rhsTransposed = new Operand(rhs.buffer(), 0, new int[] {k * n, 1, k});
    out = BenchOperands.dense(1, m, n);
  }

  @Benchmark
  public Operand product() {
    kernels.matmul(spec, lhs, rhs, out);
    return out;
  }

  @Benchmark
  public Operand productWithTransposed() {
    kernels.matmul(spec, lhs, rhsTransposed, out);
    return out;
  }
}
