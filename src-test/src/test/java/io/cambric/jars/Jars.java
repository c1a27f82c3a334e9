package io.cambric.jars;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.annotations.Compact;
import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.distributed.ProcessGroup;
import io.cambric.errors.CambricException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.nn.Dense;
import io.cambric.nn.training.Training;
import io.cambric.optax.Optax;
import io.cambric.processor.CambricProcessor;
import io.cambric.scope.Variables;
import io.cambric.text.Tokenizer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.io.IOUtils;
import org.apiguardian.api.API;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.function.Try;
import org.opentest4j.AssertionFailedError;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.ObjectMapper;

/** The published jars, and the jars that they depend on. */
final class Jars {

  static final Path ANNOTATIONS = of(Compact.class);
  static final Path PROCESSOR = of(CambricProcessor.class);
  static final Path BASE = of(CambricException.class);
  static final Path CORE = of(Array.class);
  static final Path LINEN = of(Variables.class);
  static final Path IO = of(SafeTensors.class);
  static final Path DISTRIBUTED = of(ProcessGroup.class);
  static final Path KERNELS = of(SimdKernels.class);
  static final Path OPTAX = of(Optax.class);
  static final Path LAYERS = of(Dense.class);
  static final Path TRAINING = of(Training.class);
  static final Path STARTER = starter();
  static final Path DATA = of(Dataset.class);
  static final Path TEXT = of(Tokenizer.class);

  /** Ours. */
  static final List<Path> PUBLISHED =
      List.of(
          ANNOTATIONS,
          PROCESSOR,
          BASE,
          CORE,
          LINEN,
          IO,
          DISTRIBUTED,
          KERNELS,
          OPTAX,
          LAYERS,
          TRAINING,
          DATA);

  /** The jars of annotations that only compilers read. */
  static final List<Path> MARKERS = List.of(of(NullMarked.class), of(CheckReturnValue.class));

  /** The module path of a program that trains. */
  static final List<Path> APPLICATION =
      List.of(
          ANNOTATIONS,
          BASE,
          CORE,
          LINEN,
          IO,
          DISTRIBUTED,
          KERNELS,
          OPTAX,
          LAYERS,
          TRAINING,
          STARTER,
          DATA,
          of(CSVFormat.class),
          of(IOUtils.class),
          of(Hex.class),
          of(ObjectMapper.class),
          of(JsonParser.class),
          of(JsonProperty.class));

  /** The class path of a test of JUnit. */
  static final List<Path> JUNIT =
      List.of(of(Test.class), of(AssertionFailedError.class), of(API.class), of(Try.class));

  /** The compiler of Eclipse. */
  static final Path ECLIPSE = of(BatchCompiler.class);

  private Jars() {}

  /** {@return a path of the files, as options of the JDK's tools take it} */
  static String path(Stream<Path> files) {
    return files
        .map(Path::toString)
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  /** {@return the names of the files in a jar} */
  static List<String> entries(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      return file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(entry -> entry.getName())
          .toList();
    }
  }

  /** {@return the text of a file in a jar} */
  static String text(Path jar, String entry) throws IOException {
    try (var file = new JarFile(jar.toFile());
        var in = file.getInputStream(file.getJarEntry(entry))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** {@return the jar without a class of its own, on the class path of these tests} */
  private static Path starter() {
    return TestClassPath.entries()
        .filter(entry -> entry.getFileName().toString().matches("cambric-starter-[^/]*\\.jar"))
        .findFirst()
        .orElseThrow();
  }

  private static Path of(Class<?> type) {
    try {
      var place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (!Files.isRegularFile(place)) {
        throw new IllegalStateException(
            place + " is no jar. Run these tests in the phase verify, after all are packaged.");
      }
      return place;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
