package io.cambric.frameworks.keras;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The members of a {@code .keras} file.
 *
 * @param texts by name
 * @param weights the HDF5 file in it
 * @param checksum of the weights, which were not compared with it if they are in place
 * @param inPlace whether the weights are part of the mapped file
 */
record KerasArchive(
    Map<String, String> texts, MemorySegment weights, long checksum, boolean inPlace) {

  static final String CONFIG = "config.json";
  static final String WEIGHTS = "model.weights.h5";

  private static final String METADATA = "metadata.json";
  private static final int PART_BYTES = 1 << 24;

  /** The letters with which a member begins, or an archive without members. */
  static boolean is(MemorySegment bytes) {
    return bytes.byteSize() >= 4
        && bytes.get(ValueLayout.JAVA_BYTE, 0) == 'P'
        && bytes.get(ValueLayout.JAVA_BYTE, 1) == 'K';
  }

  static KerasArchive of(Path file, MemorySegment bytes, UnpackLimit limit) throws IOException {
    try (var zip = new ZipFile(file.toFile())) {
      var texts = new LinkedHashMap<String, String>();
      for (var name : new String[] {METADATA, CONFIG}) {
        var entry = zip.getEntry(name);
        if (entry != null) {
          var content = unpacked(file, zip, entry, bytes.byteSize(), limit);
          texts.put(name, new String(content, StandardCharsets.UTF_8));
        }
      }
      var weights = zip.getEntry(WEIGHTS);
      if (weights == null || !texts.containsKey(CONFIG)) {
        throw malformed(
            file,
            "it needs the members %s and %s, but has %s"
                .formatted(
                    CONFIG, WEIGHTS, Quoted.of(zip.stream().map(ZipEntry::getName).toList())));
      }
      boolean inPlace = weights.getMethod() == ZipEntry.STORED;
      var content =
          inPlace
              ? StoredMember.find(bytes, WEIGHTS, weights.getSize())
                  .orElseThrow(() ->
                      malformed(file, "member %s is not where it should be".formatted(WEIGHTS)))
              : MemorySegment.ofArray(unpacked(file, zip, weights, bytes.byteSize(), limit));
      return new KerasArchive(texts, content, weights.getCrc(), inPlace);
    }
  }

  /** {@return whether the weights are as their checksum says} */
  boolean isSound() {
    var crc = new CRC32();
    for (long at = 0; at < weights.byteSize(); at += PART_BYTES) {
      long bytes = Math.min(PART_BYTES, weights.byteSize() - at);
      crc.update(weights.asSlice(at, bytes).asByteBuffer());
    }
    return crc.getValue() == checksum;
  }

  private static byte[] unpacked(
      Path file, ZipFile zip, ZipEntry member, long size, UnpackLimit limit) throws IOException {
    var name = "Member %s of %s".formatted(Quoted.of(member.getName()), file);
    try (var stream = new CheckedInputStream(zip.getInputStream(member), new CRC32())) {
      byte[] content = limit.bounded(stream, name, size).readAllBytes();
      if (stream.getChecksum().getValue() != member.getCrc()) {
        throw damaged(file, member.getName());
      }
      return content;
    } catch (OutOfMemoryError e) {
      throw new DataException(
          "%s must fit into the memory, but unpacks to %d bytes. Start Java with a larger -Xmx."
              .formatted(name, member.getSize()),
          e);
    }
  }

  /** {@return the exception for a member that differs from its checksum} */
  static DataException damaged(Path file, String member) {
    return malformed(
        file, "the CRC-32 of member %s does not match its bytes".formatted(Quoted.of(member)));
  }

  private static DataException malformed(Path file, String what) {
    return new DataException(
        "%s is not a valid Keras file: %s. Fetch or write it again.".formatted(file, what));
  }
}
