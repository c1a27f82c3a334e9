package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.kernel.KernelRegistry;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-width")
class KernelSpeedTest {

  /** Far below what any vector unit does, far above vector code that makes objects. */
  private static final double FLOOR_GFLOPS = 3;

  @Test
  void the_registry_finds_these_kernels() {
    assertThat(KernelRegistry.kernels()).isInstanceOf(SimdKernels.class);
  }

  /** In a JVM in which no other test ran vector code before it was compiled. */
  @Test
  void micro_kernels_are_compiled_without_objects() throws IOException, InterruptedException {
    var gflops = new LinkedHashMap<String, Double>();
    for (var line : OwnJvm.run(List.of(), KernelSpeedRun.class).lines().toList()) {
      if (line.startsWith(KernelSpeedRun.PRODUCT)) {
        var words = line.substring(KernelSpeedRun.PRODUCT.length()).split(": ");
        gflops.put(words[0], Double.valueOf(words[1]));
      }
    }

    assertThat(gflops).containsOnlyKeys("rows", "columns", "few columns");
    assertThat(gflops.get("rows")).isGreaterThan(FLOOR_GFLOPS);
    assertThat(gflops.get("columns")).isGreaterThan(FLOOR_GFLOPS);
    assertThat(gflops.get("few columns")).isGreaterThan(FLOOR_GFLOPS / 2);
  }
}
