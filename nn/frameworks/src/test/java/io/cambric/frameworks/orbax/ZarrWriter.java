package io.cambric.frameworks.orbax;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes trees of arrays in folders, for tests. */
final class ZarrWriter {

  private final Path folder;

  ZarrWriter(Path folder) {
    this.folder = folder;
  }

  /** {@return a header} */
  static String header(String shape, String chunks, String dtype, String compressor) {
    return """
    {"zarr_format": 2, "shape": %s, "chunks": %s, "dtype": "%s", "compressor": %s,
     "fill_value": null, "filters": null, "order": "C", "dimension_separator": "."}
    """
        .formatted(shape, chunks, dtype, compressor);
  }

  /** Writes the header of an array of floats. */
  ZarrWriter array(String key, String shape, String chunks) throws IOException {
    return file(key + "/.zarray", header(shape, chunks, "<f4", "{\"id\": \"zstd\", \"level\": 1}"));
  }

  ZarrWriter file(String path, String text) throws IOException {
    Files.createDirectories(folder.resolve(path).getParent());
    Files.writeString(folder.resolve(path), text);
    return this;
  }

  /** Writes a chunk of floats in a frame of Zstandard. */
  ZarrWriter chunk(String key, float... values) throws IOException {
    Files.write(folder.resolve(key), zstd(floats(values)));
    return this;
  }

  static byte[] floats(float... values) {
    var bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  /** {@return a frame with one block that is not compressed} */
  static byte[] zstd(byte[] content) {
    return ByteBuffer.allocate(content.length + 9)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0xfd2fb528)
        .put((byte) 0x20)
        .put((byte) content.length)
        .put((byte) (content.length << 3 | 1))
        .put((byte) (content.length >> 5))
        .put((byte) 0)
        .put(content)
        .array();
  }

  /** Writes the description of a tree, whose leaves are its keys with dots between them. */
  ZarrWriter metadata(String options, String... leaves) throws IOException {
    var text = new StringBuilder("{\"tree_metadata\": {");
    for (int i = 0; i < leaves.length; i++) {
      var keys = new StringBuilder();
      for (var key : leaves[i].split("\\.")) {
        keys.append(keys.isEmpty() ? "" : ", ")
            .append("{\"key\": \"%s\", \"key_type\": 2}".formatted(key));
      }
      text.append(i == 0 ? "" : ", ")
          .append(
              "\"%d\": {\"key_metadata\": [%s], \"value_metadata\": {\"value_type\": \"%s\"}}"
                  .formatted(i, keys, leaves[i].equals("none") ? "None" : "jax.Array"));
    }
    return file("_METADATA", text + "}" + options + "}");
  }
}
