package io.cambric.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Seeds from recorded files, and words for damage. */
final class Inputs {

  private static final Path GOLDEN = Path.of("golden");

  private Inputs() {}

  /** {@return recorded files} */
  static List<byte[]> recorded(String folder, String... names) throws IOException {
    var inputs = new ArrayList<byte[]>();
    for (var name : names) {
      inputs.add(Files.readAllBytes(GOLDEN.resolve(folder).resolve(name)));
    }
    return inputs;
  }

  /** {@return recorded files by the end of their names, none larger than a limit in bytes} */
  static List<byte[]> recorded(String folder, String suffix, int most) throws IOException {
    try (var files = Files.list(GOLDEN.resolve(folder))) {
      var names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(suffix))
              .sorted()
              .toArray(String[]::new);
      return recorded(folder, names).stream().filter(bytes -> bytes.length <= most).toList();
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static List<byte[]> words(String... words) {
    return Stream.of(words).map(Inputs::utf8).toList();
  }

  /** A reader of a file, such as most of them are. */
  @FunctionalInterface
  interface FileReader {

    void read(Path file) throws Exception;
  }

  /** {@return a reader of inputs that are put into a file first} */
  static FuzzTarget.Reader inFile(Path file, FileReader reader) {
    return input -> {
      Files.write(file, input);
      reader.read(file);
    };
  }
}
