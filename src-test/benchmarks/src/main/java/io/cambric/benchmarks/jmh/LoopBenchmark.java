package io.cambric.benchmarks.jmh;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
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

/** Time of fused elementwise loops and reductions over a matrix with rows of 512. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class LoopBenchmark {

  private static final int COLUMNS = 512;

  /** In L2 and in L3. */
  @Param({"64", "2048"})
  int rows;

  @Param({"chosen", "plain"})
  String kernelSet;

  private static final LoopBody BIAS_RELU =
      new LoopBody(
          List.of(DType.F32, DType.F32),
          List.of(
              Instr.of(ScalarOp.ADD, DType.F32, 0, 1),
              Instr.constant(DType.F32, 0),
              Instr.of(ScalarOp.MAX, DType.F32, 2, 3)),
          List.of(4));

  private static final LoopBody TANH = LoopBody.of(ScalarOp.TANH, DType.F32, 0, List.of(DType.F32));

  private Kernels kernels;
  private int[] dims;
  private Operand x;
  private Operand transposed;
  private Operand bias;
  private Operand out;
  private Operand sums;

  @Setup
  public void fill() {
    kernels = BenchOperands.kernels(kernelSet);
    dims = new int[] {rows, COLUMNS};
    x = BenchOperands.dense(rows, COLUMNS);
    transposed = new Operand(x.buffer(), 0, new int[] {1, rows});
    bias = new Operand(BenchOperands.dense(COLUMNS).buffer(), 0, new int[] {0, 1});
    out = BenchOperands.dense(rows, COLUMNS);
    sums = BenchOperands.dense(COLUMNS);
  }

  @Benchmark
  public Operand biasRelu() {
    kernels.loop(BIAS_RELU, dims, List.of(x, bias), List.of(out));
    return out;
  }

  @Benchmark
  public Operand tanh() {
    kernels.loop(TANH, dims, List.of(x), List.of(out));
    return out;
  }

  @Benchmark
  public Operand transpose() {
    kernels.loop(LoopBody.copy(DType.F32), dims, List.of(transposed), List.of(out));
    return out;
  }

  @Benchmark
  public Operand columnSums() {
    var byColumns = new Operand(x.buffer(), 0, new int[] {1, COLUMNS});
    kernels.reduce(
        ReduceOp.SUM,
        LoopBody.copy(DType.F32),
        new int[] {COLUMNS, rows},
        1,
        List.of(byColumns),
        sums);
    return sums;
  }
}
