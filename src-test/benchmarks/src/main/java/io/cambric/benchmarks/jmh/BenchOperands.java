package io.cambric.benchmarks.jmh;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.core.KernelRegistry;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.PlainKernels;
import java.util.Random;

/** BenchOperands of benchmarks, filled with random numbers, and kernels by name. */
final class BenchOperands {

  private BenchOperands() {}

  static Kernels kernels(String name) {
    return name.equals("plain") ? new PlainKernels() : KernelRegistry.kernels();
  }

  static Operand dense(int... dims) {
    var shape = Shape.of(dims);
    float[] values = new float[shape.size()];
    var random = new Random(42);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Operand.dense(Buffer.wrap(values), shape);
  }
}
