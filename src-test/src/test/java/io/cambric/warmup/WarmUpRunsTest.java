package io.cambric.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpRunsTest {

  private static final String SWITCHED = "> compiled meanwhile: true";

  @Test
  void bits_are_the_same_before_and_after_the_switch_to_vector_code_and_in_an_interpreter()
      throws Exception {
    var programs = Sample.of("programs", List.copyOf(WarmUpPrograms.all().keySet()), 3);
    List<String> switched = WarmUpProcess.run("many", programs);
    assertThat(switched).hasSize(programs.size() + 1).endsWith(SWITCHED);
    List<String> hashes = switched.subList(0, switched.size() - 1);

    assertThat(WarmUpProcess.run("one", programs, "-Xint", "-Dcambric.threads=1"))
        .isEqualTo(hashes);
    assertThat(WarmUpProcess.run("many", programs, "-Dcambric.threads=3"))
        .startsWith(hashes.toArray(String[]::new))
        .endsWith(SWITCHED);
  }
}
