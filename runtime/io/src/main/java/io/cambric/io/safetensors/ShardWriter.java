package io.cambric.io.safetensors;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.Folders;
import io.cambric.io.safetensors.format.SafeTensorsWriter;
import io.cambric.io.safetensors.shard.ShardIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes one model to several safetensors files, and finally their index. */
final class ShardWriter {

  private static final String INDEX = "model.safetensors.index.json";

  private final Path folder;
  private final SafeTensors model;

  ShardWriter(Path folder, SafeTensors model) {
    this.folder = folder;
    this.model = model;
  }

  void write(long maxShardBytes) {
    if (maxShardBytes <= 0) {
      throw new DataException(
          "Files of a model need a positive maximum size, but got %d bytes for %s. Pass the maximum size of one file."
              .formatted(maxShardBytes, folder));
    }
    var shards = shards(maxShardBytes);
    var names = new LinkedHashMap<String, String>();
    var writers = new ArrayList<SafeTensorsWriter>();
    long bytes = 0;
    for (int i = 0; i < shards.size(); i++) {
      var shard = "model-%05d-of-%05d.safetensors".formatted(i + 1, shards.size());
      // All headers are checked before the first file is written.
      writers.add(new SafeTensorsWriter(folder.resolve(shard), shards.get(i), model.metadata()));
      for (var entry : shards.get(i).entrySet()) {
        names.put(entry.getKey(), shard);
        bytes += entry.getValue().aval().bytes();
      }
    }
    var index = folder.resolve(INDEX);
    try {
      if (Files.deleteIfExists(index)) {
        Folders.force(folder);
      }
      writers.forEach(writer -> writer.writeInPlaceOfLinks(channel -> channel));
      AtomicFile.write(index, new ShardIndex(names, bytes).toJson());
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be written: %s. Check that its folder exists and has free space."
              .formatted(index, e),
          e);
    }
  }

  /** {@return the arrays of each file, at least one file} */
  private List<Map<String, NdArray>> shards(long maxShardBytes) {
    var shards = new ArrayList<Map<String, NdArray>>();
    shards.add(new LinkedHashMap<>());
    long bytes = 0;
    for (var entry : model.arrays().entrySet()) {
      long more = entry.getValue() == null ? 0 : entry.getValue().aval().bytes();
      if (bytes + more > maxShardBytes && !shards.getLast().isEmpty()) {
        shards.add(new LinkedHashMap<>());
        bytes = 0;
      }
      shards.getLast().put(entry.getKey(), entry.getValue());
      bytes += more;
    }
    return shards;
  }
}
