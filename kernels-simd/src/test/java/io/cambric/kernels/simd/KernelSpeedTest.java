package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.KernelRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-width")
class KernelSpeedTest {

  /** Far below the speed of any vector unit, far above the speed of boxed vectors. */
  private static final double FLOOR_GFLOPS = 3;

  /** A loop that is compiled again because a hoisted predicate has failed. */
  private static final Pattern COMPILED_AGAIN =
      Pattern.compile(
          "io\\.cambric\\.kernels\\.simd\\.\\w+\\.((\\w+Loops\\.|MicroKernel_)[^(]*)\\(.* predicate"
              + " ");

  @Test
  void the_registry_finds_these_kernels() {
    assertThat(KernelRegistry.kernels()).isInstanceOf(SimdKernels.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.cambric.kernels.simd.gemm.PackLoops.join([FI[FIII)V trap_bci=3 predicate"
            + " maybe_recompile",
        "io.cambric.kernels.simd.math.MicroKernel_6x2_Tiles/0x00007f.tile([FI)V trap_bci=3"
            + " predicate m"
      })
  void lines_of_loops_that_are_compiled_again_are_found(String line) {
    assertThat(COMPILED_AGAIN.matcher(line).find()).isTrue();
  }

  /** Runs in a JVM in which no other test ran vector code before it was compiled. */
  @Test
  void micro_kernels_are_compiled_once_and_without_boxing(@TempDir Path folder)
      throws IOException, InterruptedException {
    var log = folder.resolve("deoptimizations");
    var gflops = new LinkedHashMap<String, Double>();
    var logged = List.of("-Xlog:deoptimization=debug:file=" + log);
    for (var line : OwnJvm.run(logged, KernelSpeedRun.class).lines().toList()) {
      if (line.startsWith(KernelSpeedRun.PRODUCT)) {
        var words = line.substring(KernelSpeedRun.PRODUCT.length()).split(": ");
        gflops.put(words[0], Double.valueOf(words[1]));
      }
    }

    assertThat(gflops).containsOnlyKeys("rows", "columns", "few columns", "odd depth");
    assertThat(gflops.get("rows")).isGreaterThan(FLOOR_GFLOPS);
    assertThat(gflops.get("columns")).isGreaterThan(FLOOR_GFLOPS);
    assertThat(gflops.get("few columns")).isGreaterThan(FLOOR_GFLOPS / 2);
    assertThat(gflops.get("odd depth")).isGreaterThan(FLOOR_GFLOPS);
    var lines = Files.readAllLines(log);
    assertThat(lines).as("log of the JIT").anyMatch(line -> line.contains("deoptimization"));
    assertThat(
            lines.stream()
                .map(COMPILED_AGAIN::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1)))
        .as("loops that check all bounds in programs, because samples take one way only")
        .isEmpty();
  }
}
