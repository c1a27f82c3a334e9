package io.cambric.frameworks.tensorflow;

import io.cambric.file.support.MaskedSum;
import io.cambric.io.protobuf.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Writes bundles with one data file, for tests. */
final class BundleWriter {

  static final int FOOTER_BYTES = 48;
  static final int TRAILER_BYTES = 5;

  static final int FLOAT = 1;
  static final int STRING = 7;
  static final int COMPLEX = 8;
  static final int BOOL = 10;

  private final Map<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private final ByteOrder order;

  BundleWriter() {
    this(ByteOrder.LITTLE_ENDIAN);
  }

  BundleWriter(ByteOrder order) {
    this.order = order;
    entry(
        "",
        header ->
            header
                .varint(1, 1)
                .varint(2, order == ByteOrder.BIG_ENDIAN ? 1 : 0)
                .message(3, version -> version.varint(1, 1)));
  }

  /** Adds an entry as it is. */
  BundleWriter entry(String key, Consumer<ProtoWriter> content) {
    return entry(key.getBytes(StandardCharsets.UTF_8), content);
  }

  BundleWriter entry(byte[] key, Consumer<ProtoWriter> content) {
    var message = new ProtoWriter();
    content.accept(message);
    entries.put(key, message.toByteArray());
    return this;
  }

  /** Adds a tensor of floats. */
  BundleWriter floats(String name, List<Long> sizes, float... values) {
    return tensor(name.getBytes(StandardCharsets.UTF_8), FLOAT, sizes, bytes(values));
  }

  private byte[] bytes(float... values) {
    var bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(order);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  /** Adds a tensor. */
  BundleWriter tensor(byte[] key, int dtype, List<Long> sizes, byte[] bytes) {
    return tensor(key, dtype, sizes, bytes, MaskedSum.of(ByteBuffer.wrap(bytes)));
  }

  private BundleWriter tensor(byte[] key, int dtype, List<Long> sizes, byte[] bytes, int sum) {
    int offset = data.size();
    data.writeBytes(bytes);
    return entry(
        key,
        entry ->
            entry
                .varint(1, dtype)
                .message(2, shape -> sizes(shape, sizes))
                .varint(4, offset)
                .varint(5, bytes.length)
                .float32(6, Float.intBitsToFloat(sum)));
  }

  private static void sizes(ProtoWriter shape, List<Long> sizes) {
    sizes.forEach(size -> shape.message(2, axis -> axis.varint(1, size)));
  }

  /** Adds a vector of strings shorter than 128 bytes. */
  BundleWriter strings(String name, String... values) {
    var bytes = new ByteArrayOutputStream();
    var sum = new CRC32C();
    for (var value : values) {
      bytes.write(value.length());
      sum.update(ByteBuffer.allocate(4).order(order).putInt(value.length()).flip());
    }
    var lengths = ByteBuffer.allocate(4).order(order).putInt(MaskedSum.of(sum)).array();
    bytes.writeBytes(lengths);
    sum.update(lengths);
    for (var value : values) {
      bytes.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
      sum.update(value.getBytes(StandardCharsets.ISO_8859_1));
    }
    return tensor(
        name.getBytes(StandardCharsets.UTF_8),
        STRING,
        List.of((long) values.length),
        bytes.toByteArray(),
        MaskedSum.of(sum));
  }

  /** Adds the whole of a matrix of floats whose rows lie in parts. */
  BundleWriter parts(String name, List<Long> sizes, TensorSlice... slices) {
    return entry(
        name,
        entry -> {
          entry.varint(1, FLOAT).message(2, shape -> sizes(shape, sizes));
          for (var slice : slices) {
            entry.message(
                7,
                part -> {
                  for (int axis = 0; axis < slice.begins().size(); axis++) {
                    extent(part, slice.begins().get(axis), slice.lengths().get(axis));
                  }
                });
          }
        });
  }

  private static void extent(ProtoWriter part, long begin, long length) {
    part.message(
        1,
        extent -> {
          extent.varintUnlessZero(1, begin);
          if (length != TensorSlice.WHOLE) {
            extent.varint(2, length);
          }
        });
  }

  /** Adds a part. */
  BundleWriter part(String name, TensorSlice slice, List<Long> sizes, float... values) {
    return tensor(slice.key(name.getBytes(StandardCharsets.UTF_8)), FLOAT, sizes, bytes(values));
  }

  /** Writes the files. */
  Path write(Path prefix) {
    try {
      Files.write(Path.of(prefix + ".index"), table(entries));
      Files.write(Path.of(prefix + ".data-00000-of-00001"), data.toByteArray());
      return prefix;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return a table with one block of entries} */
  static byte[] table(Map<byte[], byte[]> entries) {
    var file = new ByteArrayOutputStream();
    var place = block(file, entries);
    var index = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    index.put(new byte[] {(byte) 0xff}, place);
    var places = new ByteArrayOutputStream();
    places.write(0);
    places.write(0);
    places.writeBytes(block(file, index));
    file.writeBytes(Arrays.copyOf(places.toByteArray(), 40));
    file.writeBytes(little(8).putLong(0xdb4775248b80fb57L).array());
    return file.toByteArray();
  }

  /** {@return the place of a block, after it was written} */
  private static byte[] block(ByteArrayOutputStream file, Map<byte[], byte[]> entries) {
    int begin = file.size();
    var block = new ByteArrayOutputStream();
    entries.forEach((key, value) -> {
      varint(block, 0);
      varint(block, key.length);
      varint(block, value.length);
      block.writeBytes(key);
      block.writeBytes(value);
    });
    block.writeBytes(little(8).putInt(0).putInt(1).array());
    int size = block.size();
    block.write(0);
    file.writeBytes(block.toByteArray());
    int sum = MaskedSum.of(ByteBuffer.wrap(block.toByteArray()));
    file.writeBytes(little(4).putInt(sum).array());
    var place = new ByteArrayOutputStream();
    varint(place, begin);
    varint(place, size);
    return place.toByteArray();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest > 0x7f) {
      out.write(rest | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
