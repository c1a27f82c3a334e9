package io.cambric.benchmarks;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.KernelRegistry;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Benchmark of products of f32 matrices, in the shapes that the other libraries are measured in.
 */
final class MatmulBench {

  /**
   * Products of {@code m x k} by {@code k x n}; a transposed operand has the other order of axes in
   * memory.
   */
  private record Row(int batch, int m, int n, int k, boolean lhsTransposed, boolean rhsTransposed) {

    String title() {
      return (batch > 1 ? batch + " x " : "")
          + "%dx%dx%d %s".formatted(m, n, k, lhsTransposed ? "A^T" : rhsTransposed ? "B^T" : "");
    }
  }

  private static final List<Row> ROWS =
      List.of(
          plain(64, 64, 64),
          plain(128, 128, 128),
          plain(256, 256, 256),
          plain(512, 512, 512),
          plain(1024, 1024, 1024),
          plain(2048, 2048, 2048),
          plain(64, 512, 784),
          plain(128, 512, 784),
          plain(512, 512, 784),
          plain(128, 10, 512),
          plain(512, 10, 512),
          plain(128, 3072, 768),
          plain(128, 768, 3072),
          new Row(96, 128, 128, 64, false, false),
          new Row(1, 128, 512, 784, false, true),
          new Row(1, 784, 512, 128, true, false),
          new Row(1, 512, 10, 128, true, false),
          new Row(1, 128, 512, 10, false, true),
          new Row(1, 256, 256, 256, false, true),
          new Row(1, 256, 256, 256, true, false),
          new Row(1, 1024, 1024, 1024, false, true),
          new Row(1, 1024, 1024, 1024, true, false),
          new Row(96, 128, 128, 64, false, true),
          new Row(96, 128, 64, 128, true, false));

  private MatmulBench() {}

  private static Row plain(int m, int n, int k) {
    return new Row(1, m, n, k, false, false);
  }

  static void run(BenchReport report) {
    report.measurePeak();
    var rates = new ArrayList<Double>();
    for (var row : ROWS) {
      var work = product(row);
      double flops = 2.0 * row.batch * row.m * row.n * row.k;
      rates.add(report.flops(row.title(), flops, Timing.of(work, report.seconds())));
    }
    report.meanFlops("matmul", rates);
  }

  private static Runnable product(Row row) {
    var kernels = KernelRegistry.kernels();
    var spec = new MatmulSpec(row.batch, row.m, row.n, row.k, DType.F32);
    var lhs = matrices(row.batch, row.m, row.k, row.lhsTransposed);
    var rhs = matrices(row.batch, row.k, row.n, row.rhsTransposed);
    var out = matrices(row.batch, row.m, row.n, false);
    return () -> kernels.matmul(spec, lhs, rhs, out);
  }

  private static Operand matrices(int batch, int rows, int columns, boolean transposed) {
    var random = new Random(0);
    float[] values = new float[batch * rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    int[] strides = {rows * columns, transposed ? 1 : columns, transposed ? rows : 1};
    return new Operand(Buffer.wrap(values), 0, strides);
  }
}
