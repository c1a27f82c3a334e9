package io.cambric.frameworks.torch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of PyTorch, written record by record. */
final class TorchBytes {

  /** The magic number, the protocol and the description of the machine. */
  private static final byte[] LEGACY_START =
      PickleBytes.join(
          PickleBytes.pickle(
              PickleBytes.ops(
                  0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19)),
          PickleBytes.pickle(PickleBytes.whole(1001)),
          PickleBytes.pickle(
              PickleBytes.dict(PickleBytes.text("little_endian"), PickleBytes.TRUE)));

  private TorchBytes() {}

  static byte[] floats(float... values) {
    var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  /** Writes a zip archive with a pickle and the storage {@code 0}. */
  static void zip(Path file, byte[] pickle, byte[] storage) throws IOException {
    zip(file, Map.of("archive/data.pkl", pickle, "archive/data/0", storage));
  }

  /** Writes a zip archive of stored records. */
  static void zip(Path file, Map<String, byte[]> records) throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (var record : new LinkedHashMap<>(records).entrySet()) {
        var sum = new CRC32();
        sum.update(record.getValue());
        var entry = new ZipEntry(record.getKey());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(record.getValue().length);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        zip.write(record.getValue());
      }
    }
  }

  /**
   * {@return a file of the older form}
   *
   * @param storages the number of elements and the bytes of each
   */
  static byte[] legacy(byte[] pickle, byte[] keys, byte[]... storages) {
    return PickleBytes.join(LEGACY_START, pickle, keys, PickleBytes.join(storages));
  }

  /** {@return a storage behind its number of elements} */
  static byte[] counted(long elements, byte[] bytes) {
    return PickleBytes.join(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(elements).array(), bytes);
  }
}
