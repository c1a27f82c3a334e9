package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.lang.management.ManagementFactory;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The time of a compilation grows with the number of definitions, no faster. */
@Tag("long")
class LinearTimeTest {

  private static final int[] SIZES = {125, 250, 500};
  private static final int REPETITIONS = 2;

  @Test
  void time_a_module_stays_the_same() {
    var nanos = new TreeMap<Integer, Long>();
    compile(SIZES[0]);
    for (int i = 0; i < REPETITIONS; i++) {
      for (int size : SIZES) {
        long start = processorTime();
        assertThat(compile(size).errors()).isEmpty();
        nanos.merge(size, processorTime() - start, Math::min);
      }
    }

    nanos.forEach(
        (size, time) -> System.out.printf("%d modules: %.2f ms each%n", size, time / 1e6 / size));
    assertThat(nanos.get(500) / 500.0).isLessThan(1.5 * nanos.get(125) / 125);
  }

  /** Of this thread, in which the compiler runs, so that a busy machine changes nothing. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static Compilation compile(int modules) {
    var sources =
        IntStream.range(0, modules).mapToObj(i -> source(i, (i + modules - 1) % modules)).toList();
    return Compile.all(sources, new CambricProcessor());
  }

  /** A definition that mentions a module which this very round generates. */
  private static JavaFileObject source(int i, int other) {
    var text =
        """
        package example;

        import static io.cambric.module.ModuleScope.param;
        import static io.cambric.numpy.Initializers.ones;

        import io.cambric.annotations.*;
        import io.cambric.annotations.Module;
        import io.cambric.array.Shape;
        import io.cambric.core.Array;
        import io.cambric.nn.Dense;
        import java.util.List;

        /**
         * A block beside {@link Block%2$d}.
         *
         * @param width of the output
         * @param before what runs before
         */
        @Module
        record Block%1$dDef(int width, boolean bias, List<Block%2$d> before) {

          record Parts(Dense first, Dense second) {}

          @Setup
          Parts parts() {
            return new Parts(Dense.of(width), Dense.of(width));
          }

          /** Computes. */
          Array call(Parts parts, Array x) {
            return parts.second().call(parts.first().call(x));
          }

          @Compact
          Array wide(Array x) {
            var h = Dense.of(2 * width).named("wide").call(x);
            h = h.add(param("bias", ones(), Shape.of(2 * width)));
            return bias ? Block%2$d.of(width, false, List.of()).call(h) : helper(h);
          }

          private Array helper(Array x) {
            return Dense.of(width).call(x);
          }
        }
        """;
    return JavaFileObjects.forSourceString("example.Block" + i + "Def", text.formatted(i, other));
  }
}
