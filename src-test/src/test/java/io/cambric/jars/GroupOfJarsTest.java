package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Groups of two JVMs, each with the jars, which compare their libraries. */
@Tag("jars")
@Timeout(120)
@Sampled
class GroupOfJarsTest {

  private static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

  private static final String OTHER = "9.9.9-other";

  /** The text of another core with the same messages. */
  private static final String MIXED = OTHER + " (core) with %s (distributed)";

  private static final String SAME =
      " Start all processes with the same size, version, kernels and authentication, "
          + "and each with its own rank.";

  @TempDir private static Path folder;

  private static String version;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    var project = new UserProject(folder);
    project.write(
        "src/main/java/Join.java",
        """
        import io.cambric.distributed.GroupOptions;
        import io.cambric.distributed.ProcessGroup;
        import io.cambric.errors.ProcessGroupException;

        class Join {
          static void main(String[] args) {
            var options =
                GroupOptions.of(
                    Integer.parseInt(args[0]), 2, "127.0.0.1", Integer.parseInt(args[1]));
            try (var group = ProcessGroup.join(options)) {
              group.barrier();
              System.out.println("joined");
            } catch (ProcessGroupException e) {
              System.out.println(e.getMessage());
            }
          }
        }
        """);
    project.compile();
    version = version(Jars.CORE);
  }

  /** {@return the version that Maven wrote into a jar} */
  private static String version(Path jar) throws IOException {
    var artifact =
        Jars.entries(jar).stream().filter(name -> name.endsWith("/pom.properties")).findFirst();
    var properties = new Properties();
    properties.load(
        new ByteArrayInputStream(
            Jars.text(jar, artifact.orElseThrow()).getBytes(StandardCharsets.ISO_8859_1)));
    return properties.getProperty("version");
  }

  static List<Path> published() {
    return Jars.PUBLISHED;
  }

  @ParameterizedTest
  @MethodSource("published")
  void the_manifest_of_a_jar_has_its_version(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      assertThat(file.getManifest().getMainAttributes().getValue("Implementation-Version"))
          .isEqualTo(version(jar));
    }
  }

  @Test
  void processes_with_the_same_jars_join() throws IOException, InterruptedException {
    var command = classPath(Jars.CORE, VECTORS);
    assertThat(both(command, command)).allMatch(lines -> lines.endsWith("joined\n"));
    assertThat(both(command, command)).noneMatch(lines -> lines.contains("has no version"));
  }

  @Test
  void another_version_on_the_class_path_is_refused() throws IOException, InterruptedException {
    var other = withManifestVersion();
    assertThat(both(classPath(Jars.CORE, VECTORS), classPath(other, VECTORS)).getFirst())
        .endsWith(
            "Process 1 cannot join the group: its Cambric is %s, but process 0 has %s.%s\n"
                .formatted(MIXED.formatted(version), version, SAME));
  }

  @Test
  void another_version_on_the_module_path_is_refused() throws IOException, InterruptedException {
    var other = withModuleVersion();
    assertThat(both(modulePath(Jars.CORE), modulePath(other)).getFirst())
        .endsWith(
            "Process 1 cannot join the group: its Cambric is %s, but process 0 has %s.%s\n"
                .formatted(MIXED.formatted(version), version, SAME));
  }

  @Test
  void vector_kernels_and_plain_kernels_are_no_group() throws IOException, InterruptedException {
    var vectors = classPath(Jars.CORE, VECTORS);
    var plain = classPath(Jars.CORE, List.of());
    var misfit =
        "its kernels are plain, but process 0 has simd; start all JVMs with "
            + "--add-modules jdk.incubator.vector, or all with -Dcambric.kernels=plain.";

    var printed = both(vectors, plain);

    assertThat(printed.getFirst())
        .endsWith("Process 1 cannot join the group: " + misfit + SAME + "\n");
    assertThat(printed.getLast()).contains(misfit);
    assertThat(both(plain, plain)).allMatch(lines -> lines.endsWith("joined\n"));
  }

  /** {@return what two processes print, of which each gets its rank and a port} */
  private static List<String> both(List<String> first, List<String> second)
      throws IOException, InterruptedException {
    int port = freePort();
    try (var threads = Executors.newCachedThreadPool()) {
      var other = threads.submit(() -> run(second, 1, port));
      return List.of(run(first, 0, port), other.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String run(List<String> command, int rank, int port)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(command);
    arguments.addAll(List.of("Join", Integer.toString(rank), Integer.toString(port)));
    return Jdk.run(Jdk.HOME, "java", arguments);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> classPath(Path core, List<String> options) {
    var arguments = new ArrayList<>(options);
    arguments.addAll(
        List.of(
            "-cp",
            Jars.path(Stream.concat(Stream.of(folder.resolve("classes")), libraries(core)))));
    return arguments;
  }

  private static List<String> modulePath(Path core) {
    return List.of(
        "--module-path",
        Jars.path(libraries(core)),
        "--add-modules",
        "io.cambric.distributed,io.cambric.kernels.simd",
        "-cp",
        folder.resolve("classes").toString());
  }

  private static Stream<Path> libraries(Path core) {
    return Jars.APPLICATION.stream().map(jar -> jar.equals(Jars.CORE) ? core : jar);
  }

  /** {@return the core as another release would have it} */
  private static Path withManifestVersion() throws IOException {
    var copy = folder.resolve("manifest.jar");
    try (var from = new JarFile(Jars.CORE.toFile())) {
      var manifest = from.getManifest();
      manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, OTHER);
      try (var to = new JarOutputStream(Files.newOutputStream(copy), manifest)) {
        for (var entry : from.stream().toList()) {
          if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
            to.putNextEntry(new JarEntry(entry.getName()));
            from.getInputStream(entry).transferTo(to);
          }
        }
      }
    }
    return copy;
  }

  private static Path withModuleVersion() throws IOException, InterruptedException {
    var copy = folder.resolve("module.jar");
    Files.copy(Jars.CORE, copy);
    try (var file = new JarFile(copy.toFile());
        var in = file.getInputStream(file.getJarEntry("module-info.class"))) {
      Files.write(folder.resolve("module-info.class"), in.readAllBytes());
    }
    Jdk.run(
        Jdk.HOME,
        "jar",
        List.of(
            "--update",
            "--file",
            copy.toString(),
            "--module-version=" + OTHER,
            "-C",
            folder.toString(),
            "module-info.class"));
    assertThat(
            ModuleFinder.of(copy).find("io.cambric.core").orElseThrow().descriptor().rawVersion())
        .hasValue(OTHER);
    return copy;
  }
}
