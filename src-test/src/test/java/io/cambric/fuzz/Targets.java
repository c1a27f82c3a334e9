package io.cambric.fuzz;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.io.SafeTensors;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The readers, by the names of the report. */
final class Targets {

  private static final Path GOLDEN = Path.of("golden");

  /** Larger seeds would make each input slow, and hide their headers from damage. */
  private static final long LARGEST_SEED = 4_000;

  private final Path folder;
  private final Map<String, FuzzTarget> all = new LinkedHashMap<>();

  /**
   * Makes the targets.
   *
   * @param folder where readers of files get their inputs
   */
  Targets(Path folder) throws IOException {
    this.folder = folder;
    add(
        FuzzTarget.of(
            "msgpack",
            files("flax/serialization", ".msgpack"),
            words("\u00c7", "__msgpack_chunked_array__", "shape", "chunks", "float32", "bfloat16"),
            Serialization::msgpackRestore));
    add(
        FuzzTarget.of(
            "safetensors",
            List.of(safeTensors(), files("interop/torch-layers", "linear.safetensors").getFirst()),
            words("__metadata__", "data_offsets", "dtype", "shape", "F32", "BF16", "[", "{", "\""),
            fromFile("model.safetensors", SafeTensors::read)));
  }

  private void add(FuzzTarget target) {
    all.put(target.name(), target);
  }

  /** {@return all targets, in the order of the report} */
  List<FuzzTarget> all() {
    return List.copyOf(all.values());
  }

  private byte[] safeTensors() throws IOException {
    var file = folder.resolve("seed.safetensors");
    SafeTensors.of(
            Map.of(
                "kernel", NdArray.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6),
                "count", NdArray.ofInts(Shape.of(), 7)))
        .withMetadata(Map.of("step", "3"))
        .write(file);
    return Files.readAllBytes(file);
  }

  /** A reader of a file, such as most of them are. */
  private interface FileReader {

    void read(Path file) throws Exception;
  }

  private FuzzTarget.Reader fromFile(String name, FileReader reader) {
    var file = folder.resolve(name);
    return input -> {
      Files.write(file, input);
      reader.read(file);
    };
  }

  /** {@return recorded files whose names end so, except for large and for broken ones} */
  private static List<byte[]> files(String family, String suffix) throws IOException {
    try (var files = Files.list(GOLDEN.resolve(family))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(suffix))
          .filter(file -> !file.getFileName().toString().startsWith("bad-"))
          .sorted()
          .map(Targets::bytes)
          .filter(bytes -> bytes.length <= LARGEST_SEED)
          .toList();
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> words(String... words) {
    return Stream.of(words).map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
  }
}
