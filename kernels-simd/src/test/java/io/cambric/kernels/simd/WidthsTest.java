package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.kernels.simd.jit.Species;
import io.cambric.testing.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results have the same bits at any vector width, whatever algorithm is chosen there. */
class WidthsTest {

  @Test
  void convolutions_of_all_kinds_have_the_bits_of_the_widest_vectors_at_narrower_ones()
      throws IOException, InterruptedException {
    assumeThat(Integer.getInteger("tests.vectorbits", 0)).as("width of these tests").isZero();
    var widest = run(Species.F32.vectorBitSize());

    assertThat(widest).hasSizeGreaterThan(500);
    var narrower = new ArrayList<Integer>();
    for (int bits = Species.F32.vectorBitSize() / 2; bits >= 64; bits /= 2) {
      narrower.add(bits);
    }
    for (int bits : Sample.of("widths of vectors", narrower, 1)) {
      assertThat(run(bits)).as("at %d bits", bits).isEqualTo(widest);
    }
  }

  private static List<String> run(int bits) throws IOException, InterruptedException {
    var output = OwnJvm.run(List.of("-XX:MaxVectorSize=" + bits / 8), WidthsRun.class);
    return output.lines().filter(line -> line.startsWith(WidthsRun.RESULT)).toList();
  }
}
