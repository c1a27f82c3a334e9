package io.cambric.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A build runs when there is none, or a source is newer, and its log is kept. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the build is a script for a POSIX shell")
class BuildTest {

  private static final String CLASSES = "examples/launcher/target/classes/io/cambric/launcher";

  @TempDir private Path root;

  @BeforeEach
  void writeProject() throws IOException {
    write("pom.xml", "");
    write("runtime/core/src/main/java/A.java", "");
    write(CLASSES + "/Run.class", "launcher");
    // It notes its arguments, and makes the jar of a part.
    maven(
        "echo \"$@\" >> calls; echo built; case \"$*\" in *\"-pl part\"*) "
            + "mkdir -p part/target; touch part/target/part.jar;; esac");
  }

  private void write(String file, String text) throws IOException {
    var path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void maven(String script) throws IOException {
    write("mvnw", "#!/bin/sh\ncd \"$(dirname \"$0\")\"\n" + script + "\n");
    assertThat(root.resolve("mvnw").toFile().setExecutable(true)).isTrue();
  }

  private List<String> calls() throws IOException {
    var calls = root.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void touch(String file, int seconds) throws IOException {
    Files.setLastModifiedTime(
        root.resolve(file), FileTime.from(Instant.now().plusSeconds(seconds)));
  }

  @Test
  void the_first_start_builds_and_the_second_does_not() throws Exception {
    new Build(root).examples();
    new Build(root).examples();

    assertThat(calls())
        .containsExactly(
            "-q -B -ntp -Dmaven.test.skip=true -Dmaven.compiler.failOnWarning=false -pl"
                + " examples,examples/launcher,kernels-simd -am package");
    assertThat(root.resolve("examples/target/run.log")).hasContent("built");
  }

  @Test
  void a_newer_source_or_pom_or_folder_is_built() throws Exception {
    for (var changed :
        List.of("runtime/core/src/main/java/A.java", "pom.xml", "runtime/core/src/main/java")) {
      new Build(root).examples();
      int before = calls().size();
      touch(changed, 5);

      new Build(root).examples();

      assertThat(calls()).as(changed).hasSize(before + 1);
      touch(changed, -5);
    }
  }

  @Test
  void a_failed_build_is_no_build() throws Exception {
    maven("echo 'cannot compile'; exit 1");

    assertThatExceptionOfType(LaunchException.class)
        .isThrownBy(() -> new Build(root).examples())
        .withMessage("The build failed; its output is above, and in examples/target/run.log.");

    assertThat(root.resolve("examples/target/run.log")).hasContent("cannot compile");
    assertThat(root.resolve("examples/target/run.stamp")).doesNotExist();
  }

  @Test
  void a_folder_that_cannot_be_written_is_named() throws Exception {
    write("examples/target", "a file");

    assertThatExceptionOfType(LaunchException.class)
        .isThrownBy(() -> new Build(root).examples())
        .withMessage(
            "The build writes to examples/target, but %s is not writable. Make it writable, "
                + "or copy the project elsewhere.",
            root.resolve("examples/target"));
  }

  @Test
  void a_launcher_that_was_built_is_kept_for_the_next_start() throws Exception {
    var build = new Build(root);
    build.examples();
    build.keepLauncher();

    assertThat(root.resolve("examples/target/launch/io/cambric/launcher/Run.class"))
        .hasContent("launcher");

    write(CLASSES + "/Run.class", "another");
    var next = new Build(root);
    next.examples();
    next.keepLauncher();

    assertThat(root.resolve("examples/target/launch/io/cambric/launcher/Run.class"))
        .hasContent("launcher");
  }

  @Test
  void a_part_is_built_once_and_after_a_change_of_its_sources() throws Exception {
    write("part/pom.xml", "");
    write("part/src/B.java", "");
    write("other/C.java", "");
    var part = new Part("part", "extra", "building the part", List.of("other"));
    new Build(root).examples();

    assertThat(new Build(root).part(part)).isEqualTo(root.resolve("part/target/part.jar"));
    new Build(root).part(part);

    assertThat(calls()).hasSize(2);
    assertThat(calls().getLast()).endsWith("-Pextra -pl part -am package");

    touch("other/C.java", 5);
    new Build(root).part(part);

    assertThat(calls()).hasSize(3);
  }
}
