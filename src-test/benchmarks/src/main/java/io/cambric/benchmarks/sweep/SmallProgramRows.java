package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.transform.result.Carry;
import java.util.List;

/** Programs of a few operations. */
final class SmallProgramRows {

  private SmallProgramRows() {}

  static List<Family> families() {
    return List.of(
        new Family("programs", 100_000_000, false)
            .forward(
                "program.mlpGradient",
                WIDE,
                "n:1-1024 w:1-512, small w w",
                SmallProgramRows::mlpGradient)
            .forward(
                "program.vmapMlpGradient",
                SINGLE,
                "b:1-64 n:1-64 w:1-64, small b w w",
                (x, w) -> vmap(SmallProgramRows::mlpGradient).apply(x, w))
            .add("program.rnn", SINGLE, "t:1-200 b:1-64 w:1-256, small w w", SmallProgramRows::rnn)
            .add("program.fma", WIDE, "n:1-4000000, n, n", (x, y, z) -> x.mul(y).add(z))
            .add(
                "program.distances",
                SINGLE,
                "m:1-800 k:1-64, n:1-800 k",
                (x, y) -> x.expandDims(1).sub(y.expandDims(0)).square().sum(2))
            .add(
                "program.embeddingLoss",
                SINGLE,
                "v:1-40000 d:1-512, ids(v) n:1-2000",
                (x, i) -> Numpy.take(x, i, 0).square().sum())
            .forward("program.adam", SINGLE, "n:1-4000000, n, positive n", SmallProgramRows::adam));
  }

  private static Array mlpGradient(Array x, Array weights) {
    return grad((Array w) -> x.matmul(w).tanh().matmul(w).tanh().square().sum()).apply(weights);
  }

  private static Object rnn(Array x, Array weights) {
    return scan(
            (Array carry, Array step) -> {
              var next = carry.matmul(weights).add(step).tanh();
              return new Carry<>(next, next);
            },
            Numpy.zeros(x.dim(1), x.dim(2)),
            x)
        .carry();
  }

  /** An update of Adam from a gradient and two moments. */
  private static Object adam(Array gradient, Array first, Array second) {
    var mean = first.mul(0.9).add(gradient.mul(0.1));
    var square = second.mul(0.999).add(gradient.square().mul(0.001));
    return List.of(mean, square, mean.div(square.sqrt().add(1e-8)).mul(-1e-3));
  }
}
