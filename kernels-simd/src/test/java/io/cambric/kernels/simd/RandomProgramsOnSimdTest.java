package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.kernels.simd.jit.Species;
import io.cambric.programs.RandomProgramRun;
import io.cambric.testing.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random programs on these kernels, with each call compared with the plain kernels. They run in a
 * process of their own, because a process chooses its kernels once.
 */
class RandomProgramsOnSimdTest {

  /** Zero for the widest vectors of the machine. */
  private static final int BITS = Integer.getInteger("tests.vectorbits", 0);

  private static final int PROGRAMS =
      Integer.getInteger("programs", BITS == 0 && Sample.isExhaustive() ? 60 : 15);

  @Test
  void every_kernel_call_of_random_programs_gives_what_the_plain_kernel_gives()
      throws IOException, InterruptedException {
    assumeThat(Species.LANES).as("lanes that kernels are chosen for").isGreaterThanOrEqualTo(4);
    var options = new ArrayList<>(List.of("-Dcambric.programs.kernels=checked"));
    if (BITS > 0) {
      options.add("-XX:MaxVectorSize=" + BITS / 8);
    }

    var output =
        OwnJvm.run(
            options,
            RandomProgramRun.class,
            "--seed",
            "500000",
            "--threads",
            "2",
            "--programs",
            Integer.toString(PROGRAMS));

    assertThat(output).contains("kernels: checked simd");
  }
}
