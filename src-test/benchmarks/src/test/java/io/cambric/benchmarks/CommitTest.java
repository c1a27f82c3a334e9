package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTest {

  @Test
  void folder_outside_of_a_repository_has_no_known_commit(@TempDir Path folder) throws Exception {
    assertThat(Commit.of(folder)).isEqualTo("unknown");
    assertThat(Commit.of(folder.resolve("none"))).isEqualTo("unknown");
  }

  @Test
  void build_has_a_commit_or_says_that_it_has_none() throws Exception {
    assertThat(Commit.ofThisBuild()).matches("unknown|\\p{XDigit}{7,}(-dirty)?");
  }
}
