package io.cambric.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A process that is started is waited for, and its status passed on. */
class ChildTest {

  private static ProcessBuilder java(String... arguments) {
    return new ProcessBuilder(
        Stream.concat(Stream.of(Child.java()), Stream.of(arguments)).toList());
  }

  @Test
  void the_status_is_that_of_the_process() throws Exception {
    assertThat(Child.await(java("-version"))).isZero();
    assertThat(Child.await(java("-no-such-option"))).isEqualTo(1);
  }

  @Test
  void java_is_the_one_that_runs() {
    assertThat(Path.of(Child.java()).startsWith(System.getProperty("java.home"))).isTrue();
  }

  @Test
  void a_variable_that_is_not_set_has_no_words() {
    assertThat(Child.words("CAMBRIC_NO_SUCH_VARIABLE")).isEmpty();
    assertThat(Child.text("CAMBRIC_NO_SUCH_VARIABLE")).isEmpty();
  }
}
