package io.cambric.frameworks.orbax;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes manifests and nodes of OCDBT, for tests; all numbers are below 128. */
final class OcdbtWriter {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Bytes of a file, with the part of its path that the paths in its nodes begin with. */
  record Part(String path, int base, int offset, int length) {}

  /** A key with a value in the node. */
  record Inline(String key, String value) {}

  OcdbtWriter bytes(int... values) {
    for (int value : values) {
      out.write(value);
    }
    return this;
  }

  OcdbtWriter text(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** The table of data files. */
  OcdbtWriter files(Part... parts) {
    bytes(parts.length);
    for (int i = 1; i < parts.length; i++) {
      bytes(0);
    }
    for (var part : parts) {
      bytes(part.path().length());
    }
    for (var part : parts) {
      bytes(part.base());
    }
    for (var part : parts) {
      text(part.path());
    }
    return this;
  }

  /** {@return a manifest whose newest version has this root} */
  static byte[] manifest(Part root, int height) {
    return new OcdbtWriter()
        .text("0123456789abcdef")
        .bytes(0, 100, 100, 4, 0)
        .files(root)
        .bytes(1, 1, height, 0, root.offset(), root.length(), 0, 0, 0)
        .bytes(0, 0, 0, 0, 0, 0, 0, 0, 0)
        .frame(0x0cdb3a2a);
  }

  /** {@return a node of values inside it, and one value in a file} */
  static byte[] leaf(Part part, String key, Inline... values) {
    var writer = new OcdbtWriter().bytes(0).files(part).bytes(values.length + 1);
    for (int i = 0; i < values.length; i++) {
      writer.bytes(0);
    }
    for (var value : values) {
      writer.bytes(value.key().length());
    }
    writer.bytes(key.length());
    for (var value : values) {
      writer.text(value.key());
    }
    writer.text(key);
    for (var value : values) {
      writer.bytes(value.value().length());
    }
    writer.bytes(part.length());
    for (int i = 0; i < values.length; i++) {
      writer.bytes(0);
    }
    writer.bytes(1, 0, part.offset());
    for (var value : values) {
      writer.text(value.value());
    }
    return writer.frame(0x0cdb20de);
  }

  /** {@return a node of nodes, all keys of which share their prefixes with what is below} */
  static byte[] interior(int height, List<String> prefixes, Part... parts) {
    var writer = new OcdbtWriter().bytes(height).files(parts).bytes(parts.length);
    for (int i = 1; i < parts.length; i++) {
      writer.bytes(0);
    }
    for (int column = 0; column < 2; column++) {
      prefixes.forEach(prefix -> writer.bytes(prefix.length()));
    }
    prefixes.forEach(writer::text);
    for (int i = 0; i < parts.length; i++) {
      writer.bytes(i);
    }
    for (var part : parts) {
      writer.bytes(part.offset());
    }
    for (var part : parts) {
      writer.bytes(part.length());
    }
    for (int i = 0; i < 3 * parts.length; i++) {
      writer.bytes(0);
    }
    return writer.frame(0x0cdb20de);
  }

  /** {@return the content without compression in its frame} */
  byte[] frame(int mark) {
    var frame =
        ByteBuffer.allocate(out.size() + 18)
            .putInt(mark)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(out.size() + 18L)
            .putShort((short) 0)
            .put(out.toByteArray())
            .array();
    withSum(frame);
    return frame;
  }

  /** Sets the check sum at the end of a frame. */
  static void withSum(byte[] frame) {
    var sum = new CRC32C();
    sum.update(frame, 0, frame.length - 4);
    ByteBuffer.wrap(frame)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(frame.length - 4, (int) sum.getValue());
  }

  /** Writes a file, and {@return it as a part} */
  static Part write(Path folder, String path, int base, byte[] bytes) throws IOException {
    var file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return new Part(path, base, 0, bytes.length);
  }
}
