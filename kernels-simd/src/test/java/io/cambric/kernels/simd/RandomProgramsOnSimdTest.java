package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.programs.RandomProgramRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Random programs on these kernels, each call compared with the plain ones. In a process of its
 * own, as a process chooses its kernels once.
 */
class RandomProgramsOnSimdTest {

  private static final int PROGRAMS = Integer.getInteger("programs", 60);

  @Test
  void every_kernel_call_of_random_programs_gives_what_the_plain_kernel_gives()
      throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var process =
        new ProcessBuilder(
                java.toString(),
                "--add-modules=jdk.incubator.vector",
                "-Dcambric.programs.kernels=checked",
                "-cp",
                System.getProperty("java.class.path"),
                RandomProgramRun.class.getName(),
                "--programs",
                Integer.toString(PROGRAMS),
                "--seed",
                "500000",
                "--threads",
                "2")
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("kernels: checked simd");
  }
}
