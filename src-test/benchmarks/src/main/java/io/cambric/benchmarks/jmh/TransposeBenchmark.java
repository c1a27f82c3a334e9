package io.cambric.benchmarks.jmh;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
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

/** Time of copies into another order, in the patterns that networks have. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class TransposeBenchmark {

  /**
   * A matrix that is transposed, heads that are parted, channels moved to the front, and rows
   * reversed.
   */
  @Param({"matrix", "heads", "channels", "reversed"})
  String order;

  @Param({"chosen", "plain"})
  String kernelSet;

  private Kernels kernels;
  private int[] dims;
  private Operand from;
  private Operand to;

  @Setup
  public void fill() {
    kernels = BenchOperands.kernels(kernelSet);
    var view =
        switch (order) {
          case "matrix" -> view(0, new int[] {1024, 1024}, 1, 1024);
          // [8, 128, 4, 64] as [8, 4, 128, 64].
          case "heads" -> view(0, new int[] {8, 4, 128, 64}, 128 * 256, 64, 256, 1);
          // [32, 28, 28, 64] as [32, 64, 28, 28].
          case "channels" -> view(0, new int[] {32, 64, 28, 28}, 28 * 28 * 64, 1, 28 * 64, 64);
          case "reversed" -> view(1023, new int[] {1024, 1024}, 1024, -1);
          default -> throw new IllegalArgumentException(order);
        };
    dims = view.dims();
    from = view.operand();
    var shape = Shape.of(dims);
    to = Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape);
  }

  /** An operand that is read in another order, and its shape. */
  private record View(int[] dims, Operand operand) {}

  private static View view(int offset, int[] dims, int... strides) {
    return new View(dims, new Operand(BenchOperands.dense(dims).buffer(), offset, strides));
  }

  @Benchmark
  public Operand copy() {
    kernels.loop(LoopBody.copy(DType.F32), dims, List.of(from), List.of(to));
    return to;
  }
}
