package io.cambric.io.npy;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes one npz file; unsupported content is refused before the disk is touched. */
final class NpzWriter {

  /** The zip format has two bytes for the length of a name. */
  private static final int MAX_NAME_BYTES = 0xffff;

  /** The earliest time in the zip format, so that the same arrays give the same bytes. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final Path file;
  private final boolean compressed;
  private final Map<String, NpyWriter> members = new LinkedHashMap<>();

  NpzWriter(Path file, Map<String, ?> arrays, boolean compressed) {
    this.file = file;
    this.compressed = compressed;
    arrays.forEach((name, array) -> {
      var member = member(name);
      members.put(member, NpyWriter.of("Array %s for %s".formatted(Quoted.of(name), file), array));
    });
  }

  private String member(@Nullable String name) {
    if (name == null || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new DataException(
          "An npz file needs Unicode names, but a name for %s is %s. Nothing was written. Rename the array."
              .formatted(file, Quoted.of(String.valueOf(name))));
    }
    var member = name + NpzFile.SUFFIX;
    if (member.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new DataException(
          "An npz file needs names of fewer than %d bytes, but a name for %s is %s. Nothing was written. Choose a shorter name."
              .formatted(MAX_NAME_BYTES, file, Quoted.of(name)));
    }
    return member;
  }

  void write() {
    try {
      AtomicFile.write(file, this::writeTo);
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be written: %s. Check that its folder exists and has free space."
              .formatted(file, e),
          e);
    }
  }

  private void writeTo(WritableByteChannel channel) throws IOException {
    var zip = new ZipOutputStream(Channels.newOutputStream(channel), StandardCharsets.UTF_8);
    for (var member : members.entrySet()) {
      zip.putNextEntry(entry(member.getKey(), member.getValue()));
      member.getValue().write(Channels.newChannel(zip));
      zip.closeEntry();
    }
    zip.finish();
    zip.flush();
  }

  private ZipEntry entry(String name, NpyWriter array) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    if (compressed) {
      return entry;
    }
    // The checksum of a stored member precedes it.
    var sum = new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
    array.write(Channels.newChannel(sum));
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(array.size());
    entry.setCrc(sum.getChecksum().getValue());
    return entry;
  }
}
