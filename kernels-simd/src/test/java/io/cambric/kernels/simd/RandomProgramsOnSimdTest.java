package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.programs.RandomProgramRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random programs on these kernels, each call compared with the plain ones. In a process of its
 * own, as a process chooses its kernels once.
 */
class RandomProgramsOnSimdTest {

  /** Zero for all that the machine has. */
  private static final int BITS = Integer.getInteger("tests.vectorbits", 0);

  private static final int PROGRAMS = Integer.getInteger("programs", BITS == 0 ? 60 : 15);

  @Test
  void every_kernel_call_of_random_programs_gives_what_the_plain_kernel_gives()
      throws IOException, InterruptedException {
    assumeThat(Species.LANES).as("lanes that kernels are chosen for").isGreaterThanOrEqualTo(4);
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var command = new ArrayList<String>();
    command.addAll(List.of(java.toString(), "--add-modules=jdk.incubator.vector"));
    if (BITS > 0) {
      command.add("-XX:MaxVectorSize=" + BITS / 8);
    }
    command.addAll(
        List.of(
            "-Dcambric.programs.kernels=checked", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(RandomProgramRun.class.getName(), "--seed", "500000", "--threads", "2"));
    command.addAll(List.of("--programs", Integer.toString(PROGRAMS)));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("kernels: checked simd");
  }
}
