package io.cambric.kernels.simd.gemm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Sizes of the data caches of a core, in bytes.
 *
 * @param first size of the first level
 * @param second size of the second level
 */
record CacheSizes(int first, int second) {

  /** The caches of most processors; smaller ones are rare. */
  static final CacheSizes USUAL = new CacheSizes(32 << 10, 512 << 10);

  private static final Path LINUX = Path.of("/sys/devices/system/cpu/cpu0/cache");

  /** {@return the sizes that the operating system reports, or {@link #USUAL} ones} */
  static CacheSizes read() {
    return read(LINUX);
  }

  /**
   * {@return the sizes that a folder lists}
   *
   * @param folder with a folder for each cache, as in Linux
   */
  static CacheSizes read(Path folder) {
    int first = USUAL.first;
    int second = USUAL.second;
    for (int index = 0; Files.isDirectory(folder.resolve("index" + index)); index++) {
      var cache = folder.resolve("index" + index);
      var size = bytes(text(cache.resolve("size")));
      if (size.isEmpty() || text(cache.resolve("type")).equals("Instruction")) {
        continue;
      }
      switch (text(cache.resolve("level"))) {
        case "1" -> first = size.getAsInt();
        case "2" -> second = size.getAsInt();
        default -> {}
      }
    }
    return new CacheSizes(first, second);
  }

  /** {@return the content of a file, or nothing if it cannot be read, for example in a sandbox} */
  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException | SecurityException _) {
      return "";
    }
  }

  /** {@return the bytes of a size such as 512K, or nothing if the text is no size} */
  private static OptionalInt bytes(String size) {
    if (!size.matches("[0-9]{1,7}[KM]?")) {
      return OptionalInt.empty();
    }
    int unit = size.endsWith("K") ? 1 << 10 : size.endsWith("M") ? 1 << 20 : 1;
    long bytes = Long.parseLong(size.replaceAll("[KM]", "")) * unit;
    return bytes > 0 && bytes <= Integer.MAX_VALUE
        ? OptionalInt.of((int) bytes)
        : OptionalInt.empty();
  }
}
