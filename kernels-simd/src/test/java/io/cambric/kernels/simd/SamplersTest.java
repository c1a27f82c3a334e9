package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random numbers do not depend on the kernels, so each kind draws them in a JVM of its own. */
class SamplersTest {

  @Test
  void plain_and_vector_kernels_draw_the_same_bits() throws IOException, InterruptedException {
    var vectors = OwnJvm.run(List.of(), SamplersRun.class);
    var plain = OwnJvm.run(List.of("-Dcambric.kernels=plain"), SamplersRun.class);

    assertThat(vectors).contains("kernels: simd");
    assertThat(plain).contains("kernels: plain");
    assertThat(drawn(vectors)).hasSizeGreaterThan(800);
    assertThat(drawn(plain)).isEqualTo(drawn(vectors));
  }

  private static List<String> drawn(String output) {
    return output.lines().filter(line -> line.startsWith(SamplersRun.RESULT)).toList();
  }
}
