package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each Java block of a page compiles, and prints the block of text after it. */
class ExamplesTest {

  static List<Example> comingFromJax() {
    return Example.of(Path.of("..", "docs", "coming-from-jax.md"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void comingFromJax(Example example, @TempDir Path folder) throws Exception {
    assertThat(example.run(folder)).isEqualTo(example.output());
  }
}
