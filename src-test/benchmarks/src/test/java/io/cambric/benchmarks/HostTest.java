package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

  @TempDir private Path folder;

  @Test
  void processor_is_the_first_one_with_its_family_and_model() {
    var lines =
        List.of(
            "processor\t: 0",
            "cpu family\t: 25",
            "model\t\t: 17",
            "model name\t: AMD EPYC",
            "",
            "processor\t: 1",
            "model name\t: another");

    assertThat(Host.processor(lines)).isEqualTo("AMD EPYC (family 25, model 17)");
  }

  @Test
  void processor_without_family_is_its_name_and_without_name_the_architecture() {
    assertThat(Host.processor(List.of("model name : Neoverse"))).isEqualTo("Neoverse");
    assertThat(Host.processor(List.of())).isEqualTo(System.getProperty("os.arch"));
  }

  @Test
  void caches_are_those_of_data_by_level() throws IOException {
    cache("index2", "2", "Unified", "1024K");
    cache("index0", "1", "Data", "32K");
    cache("index1", "1", "Instruction", "48K");
    Files.createDirectory(folder.resolve("power"));

    assertThat(Host.caches(folder)).containsExactly("L1 32K", "L2 1024K");
    assertThat(Host.caches(folder.resolve("none"))).isEmpty();
  }

  private void cache(String index, String level, String type, String size) throws IOException {
    var fields = Files.createDirectory(folder.resolve(index));
    Files.writeString(fields.resolve("level"), level + "\n");
    Files.writeString(fields.resolve("type"), type + "\n");
    Files.writeString(fields.resolve("size"), size + "\n");
  }
}
