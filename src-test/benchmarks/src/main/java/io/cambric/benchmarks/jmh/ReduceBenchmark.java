package io.cambric.benchmarks.jmh;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
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

/** Time of reductions of a matrix: of all of it, of its rows and of its columns. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class ReduceBenchmark {

  private static final LoopBody COPY = LoopBody.copy(DType.F32);

  /** Many short rows, a square, and few long rows; the last is in no cache. */
  @Param({"8192x32", "512x512", "16x16384", "8192x1024"})
  String size;

  @Param({"SUM", "MAX"})
  ReduceOp op;

  @Param({"chosen", "plain"})
  String kernelSet;

  private Kernels kernels;
  private int rows;
  private int columns;
  private Operand x;
  private Operand byColumns;
  private Operand one;
  private Operand eachRow;
  private Operand eachColumn;
  private Operand places;

  @Setup
  public void fill() {
    String[] parts = size.split("x");
    rows = Integer.parseInt(parts[0]);
    columns = Integer.parseInt(parts[1]);
    kernels = BenchOperands.kernels(kernelSet);
    x = BenchOperands.dense(rows, columns);
    byColumns = new Operand(x.buffer(), 0, new int[] {1, columns});
    one = BenchOperands.dense();
    eachRow = BenchOperands.dense(rows);
    eachColumn = BenchOperands.dense(columns);
    places = new Operand(Buffer.allocate(DType.I32, rows), 0, new int[] {1});
  }

  @Benchmark
  public Operand all() {
    kernels.reduce(op, COPY, new int[] {rows, columns}, 0, List.of(x), one);
    return one;
  }

  @Benchmark
  public Operand ofRows() {
    kernels.reduce(op, COPY, new int[] {rows, columns}, 1, List.of(x), eachRow);
    return eachRow;
  }

  @Benchmark
  public Operand ofColumns() {
    kernels.reduce(op, COPY, new int[] {columns, rows}, 1, List.of(byColumns), eachColumn);
    return eachColumn;
  }

  /** Whatever the operation. */
  @Benchmark
  public Operand placesOfMaxima() {
    kernels.argReduce(true, DType.F32, new int[] {rows, columns}, x, places);
    return places;
  }
}
