package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A modular application, compiled with javac and linked with jlink. */
@Sampled
@Tag("jars")
class LinkedApplicationTest {

  private static final Path SOURCES = Path.of("src/test/resources/jars/application");

  /** Files of PyArrow, with a column k of 0 to 999 in another order. */
  private static final Path TABLES = Path.of("../nn/data/src/test/resources/io/cambric/data/table");

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    var arguments =
        new ArrayList<>(
            List.of(
                "--processor-path",
                Jars.PROCESSOR.toString(),
                "--module-path",
                Jars.path(Stream.concat(Jars.APPLICATION.stream(), Jars.MARKERS.stream())),
                "-d",
                folder.resolve("classes").toString()));
    try (var files = Files.walk(SOURCES)) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
    }
    Jdk.run(Jdk.HOME, "javac", arguments);
    link();
  }

  private static void link() throws IOException, InterruptedException {
    var modules = Stream.concat(Jars.APPLICATION.stream(), Stream.of(folder.resolve("classes")));
    Jdk.run(
        Jdk.HOME,
        "jlink",
        List.of(
            "--module-path",
            Jars.path(modules),
            "--add-modules",
            "application,io.cambric.data,io.cambric.kernels.simd",
            "--output",
            folder.resolve("image").toString()));
  }

  @Test
  void the_jar_of_the_processor_is_all_that_its_path_needs() {
    assertThat(folder.resolve("classes/application/Mlp.class")).isRegularFile();
  }

  @Test
  void an_image_trains_and_decomposes_matrices_with_vector_kernels()
      throws IOException, InterruptedException {
    var image = folder.resolve("image");
    assertThat(Jdk.run(image, "java", List.of("-m", "application/application.Train")))
        .contains("kernels: simd")
        .endsWith(
            """
            loss falls: true
            eigenvalues f32[2] [1.0, 3.0]
            singular values f32[2] [2.0, 1.0]
            """);
  }

  @Test
  void an_image_reads_packed_tables_without_a_warning_of_the_jvm()
      throws IOException, InterruptedException {
    var image = folder.resolve("image");
    for (var codec : List.of("snappy", "zstd", "lz4", "gzip")) {
      var table = TABLES.resolve("packed_" + codec + ".parquet").toString();
      assertThat(Jdk.run(image, "java", List.of("-m", "application/application.Tables", table)))
          .as(codec)
          .contains("1000 rows, sum 499500")
          .doesNotContain("Unsafe");
    }
  }
}
