package io.cambric.benchmarks.jmh;

import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time that modules add to eager operations. The calls only read two parameters or call a
 * submodule; {@code operation} alone has an operation, for comparison.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class ModuleCallBenchmark {

  private static final int FEATURES = 8;

  private Array x;
  private Echo echo;
  private Reader reader;
  private SetupEcho setup;
  private CompactEcho compact;
  private Reader template;
  private Variables variables;

  @Setup
  public void bind() {
    x = Numpy.ones(1, FEATURES);
    template = Reader.of(FEATURES);
    variables = template.init(Key.of(0), x);
    reader = template.bind(variables);
    echo = Echo.of().bind(Variables.empty());
    setup = SetupEcho.of().bind(Variables.empty());
    compact = CompactEcho.of().bind(Variables.empty());
  }

  @Benchmark
  public Array operation() {
    return x.neg();
  }

  @Benchmark
  public Array call() {
    return echo.call(x);
  }

  @Benchmark
  public Array callWithTwoParameters() {
    return reader.call(x);
  }

  @Benchmark
  public Array callOfSubmoduleOfSetup() {
    return setup.call(x);
  }

  @Benchmark
  public Array callOfSubmoduleMadeInIt() {
    return compact.call(x);
  }

  @Benchmark
  public Array applyWithTwoParameters() {
    return template.apply(variables, x);
  }
}
