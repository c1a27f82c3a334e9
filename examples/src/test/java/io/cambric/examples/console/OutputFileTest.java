package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

  @TempDir private Path folder;

  @Test
  void a_file_is_replaced_and_nothing_else_is_left_behind() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "old");

    OutputFile.write(file, "new");

    assertThat(file).hasContent("new");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void what_a_link_points_to_is_written_and_the_link_stays() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "old");
    var link = Files.createSymbolicLink(folder.resolve("link"), file);

    OutputFile.write(link, "new");

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_new_file_has_the_permissions_that_any_new_file_has() throws IOException {
    var usual = Files.writeString(folder.resolve("usual"), "");
    var file = folder.resolve("file");

    OutputFile.write(file, "new");

    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_device_is_written_where_it_is() throws IOException {
    var device = Path.of("/dev/null");

    OutputFile.write(device, "new");

    assertThat(Files.isRegularFile(device, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }
}
