package io.cambric.benchmarks.jmh;

import static io.cambric.transform.Transforms.jit;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.transform.function.Fn2;
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

/** Time of a compiled update of parameters by an optimiser, whose old state is given up. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class OptimiserBenchmark {

  /**
   * Number of leaves and values in each: one matrix, the leaves of a small network, many biases.
   */
  @Param({"1-1048576", "6-65536", "200-256"})
  String leaves;

  @Param({"adam", "sgd", "momentum"})
  String optimiser;

  private List<Array> grads;
  private Trained trained;
  private Fn2<Trained, List<Array>, Trained> step;

  /** Parameters with the state of their optimiser. */
  @PyTree
  record Trained(List<Array> params, OptState state) {}

  @Setup
  public void compile() {
    GradientTransformation tx =
        switch (optimiser) {
          case "adam" -> Optax.adam(1e-3);
          case "sgd" -> Optax.sgd(1e-3);
          case "momentum" -> Optax.sgd(1e-3, 0.9);
          default -> throw new IllegalArgumentException(optimiser);
        };
    grads = leaves(0);
    var params = leaves(1000);
    trained = new Trained(params, tx.init(params));
    step =
        jit(
                (Trained old, List<Array> g) -> {
                  var updated = tx.update(g, old.state(), old.params());
                  return new Trained(
                      Optax.applyUpdates(old.params(), updated.updates()), updated.state());
                })
            .donate(0);
  }

  private List<Array> leaves(int key) {
    String[] parts = leaves.split("-");
    var shape = Shape.of(Integer.parseInt(parts[1]));
    return IntStream.range(0, Integer.parseInt(parts[0]))
        .mapToObj(i -> Random.normal(Key.of(key + i), shape))
        .toList();
  }

  @Benchmark
  public Trained update() {
    trained = step.apply(trained, grads);
    return trained;
  }
}
