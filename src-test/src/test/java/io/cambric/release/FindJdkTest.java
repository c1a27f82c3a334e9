package io.cambric.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that finds a JDK for {@code ./mvnw} and {@code ./run}. */
@DisabledOnOs(OS.WINDOWS)
class FindJdkTest {

  @TempDir private Path jdk;

  /** {@return what a shell prints that sources the script, with a JDK of a version} */
  private String find(String version) throws IOException {
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("bin/javac"), "#!/bin/sh\n").toFile().setExecutable(true);
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    var script = Pom.ROOT.resolve(".mvn/find-jdk.sh");
    var shell =
        new ProcessBuilder("sh", "-c", ". '" + script + "' && echo \"$JAVA_HOME\"")
            .redirectErrorStream(true);
    shell.environment().put("JAVA_HOME", jdk.toString());
    return new String(shell.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"25", "25.0.1", "25.0.2", "25.0.2.0.1"})
  void an_early_update_is_taken_with_a_note(String version) throws IOException {
    assertThat(find(version))
        .isEqualTo(
            """
            Note: the JDK at %s is older than 25.0.3, which mends JDK-8377811. Update it when you can.
            %s
            """
                .formatted(jdk, jdk));
  }

  @ParameterizedTest
  @ValueSource(strings = {"25.0.3", "25.0.10", "26", "26.0.1"})
  void a_later_one_is_taken_without(String version) throws IOException {
    assertThat(find(version)).isEqualTo(jdk + "\n");
  }
}
