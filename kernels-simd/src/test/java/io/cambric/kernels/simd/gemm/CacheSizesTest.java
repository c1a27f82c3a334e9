package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheSizesTest {

  @TempDir private Path folder;

  @Test
  void data_and_unified_caches_are_read_as_linux_reports_them() throws IOException {
    cache(0, "1", "Data", "48K");
    cache(1, "1", "Instruction", "64K");
    cache(2, "2", "Unified", "2M");
    cache(3, "3", "Unified", "105M");

    assertThat(CacheSizes.read(folder)).isEqualTo(new CacheSizes(48 << 10, 2 << 20));
  }

  @Test
  void a_system_that_reports_nothing_has_usual_caches() {
    assertThat(CacheSizes.read(folder)).isEqualTo(CacheSizes.USUAL);
  }

  @Test
  void a_size_that_is_none_leaves_the_usual_one() throws IOException {
    cache(0, "1", "Data", "48 kilobytes");
    cache(1, "2", "Unified", "0K");
    cache(2, "2", "Unified", "9999999M");

    assertThat(CacheSizes.read(folder)).isEqualTo(CacheSizes.USUAL);
  }

  private void cache(int index, String level, String type, String size) throws IOException {
    var cache = Files.createDirectory(folder.resolve("index" + index));
    Files.writeString(cache.resolve("level"), level + "\n");
    Files.writeString(cache.resolve("type"), type + "\n");
    Files.writeString(cache.resolve("size"), size + "\n");
  }
}
