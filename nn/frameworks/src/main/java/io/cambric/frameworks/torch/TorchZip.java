package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A file of PyTorch since version 1.6: a zip archive with one folder, which has a pickle and a
 * record for each storage.
 */
final class TorchZip implements TorchContents {

  private static final String PICKLE = "data.pkl";
  private static final String STORAGES = "data/";

  /** The records of TorchScript alone. */
  private static final String CONSTANTS = "constants.pkl";

  /** The newest form of files that PyTorch knows. */
  private static final long MAX_VERSION = 10;

  /** Small records are shorter. */
  private static final int MAX_TEXT = 64;

  private final String file;
  private final long bytes;
  private final UnpackLimit limit;
  private final ZipFile zip;
  private final Map<String, ZipEntry> records;
  private final boolean summed;
  private final long inflatedBytes;
  private final ByteOrder order;

  /** The records whose checksum has been compared once. */
  private final Set<String> sound = ConcurrentHashMap.newKeySet();

  private TorchZip(Path file, long bytes, UnpackLimit limit, ZipFile zip) {
    this.file = file.toString();
    this.bytes = bytes;
    this.limit = limit;
    this.zip = zip;
    this.records = records();
    // PyTorch has an option to leave checksums out, all of them.
    this.summed = records.values().stream().anyMatch(record -> record.getCrc() != 0);
    requireStored();
    this.inflatedBytes = bytes(record -> record.getMethod() != ZipEntry.STORED);
    requireVersion();
    this.order = readOrder();
  }

  /**
   * {@return an open archive}
   *
   * @param bytes of the file
   */
  static TorchZip open(Path file, long bytes, UnpackLimit limit) {
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (IOException e) {
      throw TorchFormat.malformed(
          file.toString(), "its zip archive cannot be read: " + e.getMessage(), e);
    }
    try {
      return new TorchZip(file, bytes, limit, zip);
    } catch (DataException e) {
      close(file.toString(), zip);
      throw e;
    }
  }

  /** {@return the records of the folder with the pickle, by their names in that folder} */
  private Map<String, ZipEntry> records() {
    var entries = Collections.list(zip.entries());
    var pickles = entries.stream().map(ZipEntry::getName).filter(TorchZip::isPickle).toList();
    if (pickles.size() != 1) {
      throw malformed(
          "a zip archive of PyTorch needs one record data.pkl in a folder, but has "
              + Quoted.of(pickles));
    }
    var pickle = pickles.getFirst();
    var folder = pickle.substring(0, pickle.length() - PICKLE.length());
    var found = new HashMap<String, ZipEntry>();
    for (var entry : entries) {
      var name = entry.getName();
      if (name.startsWith(folder) && found.put(name.substring(folder.length()), entry) != null) {
        throw malformed("it has two records " + Quoted.of(name));
      }
    }
    return found;
  }

  private static boolean isPickle(String name) {
    return name.endsWith("/" + PICKLE) && name.indexOf('/') == name.length() - PICKLE.length() - 1;
  }

  /** Refuses records that take more bytes than there are. */
  private void requireStored() {
    for (var record : records.values()) {
      boolean stored = record.getMethod() == ZipEntry.STORED;
      long packed = Math.min(record.getCompressedSize(), bytes);
      long most = stored ? packed : UnpackLimit.possible(packed);
      if (record.getSize() < 0 || record.getSize() > most) {
        throw malformed(
            "record %s would have %d bytes, but its %d stored bytes unpack to at most %d"
                .formatted(Quoted.of(record.getName()), record.getSize(), packed, most));
      }
    }
    long stored = bytes(record -> record.getMethod() == ZipEntry.STORED);
    if (stored > bytes) {
      throw malformed("its records have %d bytes, but it has only %d".formatted(stored, bytes));
    }
  }

  private long bytes(Predicate<ZipEntry> condition) {
    return records.values().stream()
        .filter(condition)
        .mapToLong(ZipEntry::getSize)
        .reduce(0, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
  }

  private void requireVersion() {
    if (!records.containsKey("version")) {
      return;
    }
    var text = text("version");
    if (!text.matches("[0-9]{1,9}") || Long.parseLong(text) > MAX_VERSION) {
      throw malformed(
          "its version needs to be a number up to %d, but is %s"
              .formatted(MAX_VERSION, Quoted.of(text)));
    }
  }

  private ByteOrder readOrder() {
    if (!records.containsKey("byteorder")) {
      return ByteOrder.LITTLE_ENDIAN;
    }
    return switch (text("byteorder")) {
      case "little" -> ByteOrder.LITTLE_ENDIAN;
      case "big" -> ByteOrder.BIG_ENDIAN;
      case String other ->
          throw malformed("its byteorder needs to be little or big, but is " + Quoted.of(other));
    };
  }

  private String text(String name) {
    var record = records.get(name);
    if (record.getSize() > MAX_TEXT) {
      throw malformed(
          "record %s has %d bytes, more than the limit of %d"
              .formatted(Quoted.of(name), record.getSize(), MAX_TEXT));
    }
    return new String(bytes(record), StandardCharsets.ISO_8859_1).strip();
  }

  /** {@return the size of the pickle} */
  long pickleBytes() {
    return records.get(PICKLE).getSize();
  }

  /** {@return the bytes of the pickle} */
  byte[] pickle() {
    var record = records.get(PICKLE);
    if (record.getSize() > Integer.MAX_VALUE - Long.BYTES) {
      throw malformed(
          "its pickle has %d bytes, more than a Java array".formatted(record.getSize()));
    }
    return bytes(record);
  }

  private byte[] bytes(ZipEntry record) {
    requireUnpacked(record);
    var all = ByteBuffer.allocate((int) record.getSize());
    read(record, 0, record.getSize(), all::put);
    return all.array();
  }

  /** {@return whether it is a program of TorchScript} */
  boolean isScript() {
    return records.containsKey(CONSTANTS);
  }

  @Override
  public String form() {
    return isScript() ? "TorchScript" : "PyTorch, zip";
  }

  @Override
  public ByteOrder order() {
    return order;
  }

  @Override
  public void declare(String key, long count, TorchType type) {
    var record = records.get(STORAGES + key);
    if (record == null || key.indexOf('/') >= 0) {
      throw malformed("it has no record for storage " + Quoted.of(key));
    }
    if (record.getSize() != count) {
      throw malformed(
          "storage %s needs %d bytes, but has %d"
              .formatted(Quoted.of(key), count, record.getSize()));
    }
  }

  @Override
  public void read(String key, long from, long count, Consumer<ByteBuffer> sink) {
    read(records.get(STORAGES + key), from, count, sink);
  }

  private void read(ZipEntry record, long from, long count, Consumer<ByteBuffer> sink) {
    requireUnpacked(record);
    boolean known = !summed || sound.contains(record.getName());
    try (var stream = zip.getInputStream(record)) {
      var piece = new byte[(int) Math.min(PIECE, record.getSize())];
      var sum = new CRC32();
      if (known) {
        stream.skipNBytes(from);
      } else {
        pass(stream, from, piece, sum, List.of());
      }
      pass(stream, count, piece, sum, List.of(sink));
      if (!known) {
        pass(stream, record.getSize() - from - count, piece, sum, List.of());
        requireSum(record, sum.getValue());
      }
    } catch (IOException e) {
      throw TorchFormat.malformed(
          file,
          "record %s cannot be read: %s".formatted(Quoted.of(record.getName()), e.getMessage()),
          e);
    } catch (IllegalStateException e) {
      throw new DataException(
          "%s is closed, so record %s cannot be read. Read arrays before closing the file."
              .formatted(file, Quoted.of(record.getName())),
          e);
    }
  }

  private void requireUnpacked(ZipEntry record) {
    if (record.getMethod() != ZipEntry.STORED) {
      limit.require(file, bytes, inflatedBytes);
    }
  }

  private static void pass(
      InputStream stream, long count, byte[] piece, CRC32 sum, List<Consumer<ByteBuffer>> sinks)
      throws IOException {
    for (long left = count; left > 0; ) {
      int some = (int) Math.min(piece.length, left);
      if (stream.readNBytes(piece, 0, some) < some) {
        throw new IOException("it ends %d bytes early".formatted(left));
      }
      sum.update(piece, 0, some);
      sinks.forEach(sink -> sink.accept(ByteBuffer.wrap(piece, 0, some)));
      left -= some;
    }
  }

  private void requireSum(ZipEntry record, long sum) {
    if (sum != record.getCrc()) {
      throw malformed(
          "the CRC-32 of record %s does not match its bytes"
              .formatted(Quoted.of(record.getName())));
    }
    sound.add(record.getName());
  }

  private DataException malformed(String what) {
    return TorchFormat.malformed(file, what);
  }

  @Override
  public void close() {
    close(file, zip);
  }

  private static void close(String file, ZipFile zip) {
    try {
      zip.close();
    } catch (IOException e) {
      throw new DataException("File %s cannot be closed: %s.".formatted(file, e), e);
    }
  }
}
