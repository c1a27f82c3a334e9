package io.cambric.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.testing.FileWriters;
import io.cambric.testing.OtherProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  @TempDir private Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private Path file() {
    return folder.resolve("file");
  }

  @Test
  void content_takes_the_place_of_the_old_one_when_it_is_complete() throws IOException {
    Files.writeString(file(), "old");

    AtomicFile.write(
        file(),
        channel -> {
          channel.write(StandardCharsets.UTF_8.encode("new"));
          assertThat(file()).hasContent("old");
        });

    assertThat(file()).hasContent("new");
    assertThat(files()).containsExactly(file());
  }

  @Test
  void content_that_fails_leaves_the_old_file_and_nothing_else() throws IOException {
    Files.writeString(file(), "old");

    assertThatIOException()
        .isThrownBy(() ->
            AtomicFile.write(
                file(),
                channel -> {
                  channel.write(StandardCharsets.UTF_8.encode("new"));
                  throw new IOException("full");
                }))
        .withMessage("full");

    assertThat(file()).hasContent("old");
    assertThat(files()).containsExactly(file());
  }

  @Test
  void a_new_file_has_the_permissions_of_files_that_java_makes() throws IOException {
    assumeTrue(POSIX);
    var ordinary = Files.writeString(folder.resolve("ordinary"), "text");

    AtomicFile.write(file(), "text");

    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(Files.getPosixFilePermissions(ordinary));
  }

  @Test
  void a_replaced_file_keeps_its_permissions_also_while_it_is_written() throws IOException {
    assumeTrue(POSIX);
    var own = PosixFilePermissions.fromString("rw-r-x---");
    Files.setPosixFilePermissions(Files.writeString(file(), "old"), own);

    AtomicFile.write(
        file(),
        channel -> {
          for (var each : files()) {
            assertThat(Files.getPosixFilePermissions(each)).isEqualTo(own);
          }
          channel.write(StandardCharsets.UTF_8.encode("new"));
        });

    assertThat(file()).hasContent("new");
    assertThat(Files.getPosixFilePermissions(file())).isEqualTo(own);
  }

  @Test
  void a_link_stays_and_the_file_it_leads_to_is_replaced() throws IOException {
    assumeTrue(POSIX);
    Files.writeString(file(), "old");
    var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));

    AtomicFile.write(link, "new");

    assertThat(link).isSymbolicLink();
    assertThat(file()).hasContent("new");
  }

  @Test
  void a_folder_and_a_link_to_nothing_are_refused() throws IOException {
    assumeTrue(POSIX);
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> AtomicFile.write(folder, "new"))
        .withMessage("%s: it is not a regular file", folder);
    var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("nothing"));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> AtomicFile.write(link, "new"));
    assertThat(files()).containsExactly(link);
  }

  @Test
  void what_a_killed_process_left_of_the_file_is_removed_by_the_next_write() throws Exception {
    try (var writer =
        OtherProcess.start(List.of(), FileWriters.SlowWriter.class, file().toString())) {
      assertThat(writer.line()).isEqualTo("half");
      assertThat(files()).hasSize(1);
      writer.kill();
    }

    AtomicFile.write(folder.resolve("another"), "text");
    assertThat(files()).as("left of file, not of another").hasSize(2);
    AtomicFile.write(file(), "text");
    assertThat(files()).containsExactlyInAnyOrder(file(), folder.resolve("another"));
  }

  @Test
  void what_a_living_process_writes_is_left_to_it() throws Exception {
    try (var writer =
        OtherProcess.start(List.of(), FileWriters.SlowWriter.class, file().toString())) {
      assertThat(writer.line()).isEqualTo("half");

      AtomicFile.write(file(), "text");

      assertThat(file()).hasContent("text");
      writer.finish();
    }
    assertThat(file()).hasContent("half whole");
    assertThat(files()).containsExactly(file());
  }

  /** A process that closes a file loses its locks on it, so this one must not look into its own. */
  @Test
  void writers_of_one_process_leave_each_other_and_the_locks_alone() throws Exception {
    AtomicFile.write(
        file(),
        channel -> {
          channel.write(StandardCharsets.UTF_8.encode("outer"));
          AtomicFile.write(file(), "inner");
          assertThat(file()).hasContent("inner");
          writeInAnotherProcess("other");
          assertThat(file()).hasContent("other");
        });

    assertThat(file()).hasContent("outer");
    assertThat(files()).containsExactly(file());
  }

  private void writeInAnotherProcess(String text) throws IOException {
    try (var writer =
        OtherProcess.start(List.of(), FileWriters.QuickWriter.class, file().toString(), text)) {
      writer.finish();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void files_that_only_look_alike_stay() throws IOException {
    var names =
        List.of(
            ".file.unfinished", "file1.unfinished", ".file1.unfinished.bak", ".fil1.unfinished");
    for (var name : names) {
      Files.writeString(folder.resolve(name), "other");
    }
    var left = Files.writeString(folder.resolve(".file1234.unfinished"), "left");

    AtomicFile.write(file(), "text");

    assertThat(left).doesNotExist();
    assertThat(files()).hasSize(names.size() + 1);
  }
}
