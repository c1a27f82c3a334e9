package io.cambric.io.safetensors;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.NamedArrays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The open safetensors files of one model, in the sharded format of Hugging Face: an index maps
 * arrays to files. Elements are read on demand.
 *
 * @see SafeTensors#openSharded(Path)
 */
public final class SafeTensorsShards implements NamedArrays, AutoCloseable {

  /** More differences do not help the reader of a message. */
  private static final int MAX_DIFFERENCES = 20;

  private final Path index;
  private final Map<String, SafeTensorsFile> files;
  private final Map<String, SafeTensorsFile> byName = new LinkedHashMap<>();

  private SafeTensorsShards(Path index, Map<String, SafeTensorsFile> files) {
    this.index = index;
    this.files = files;
  }

  static SafeTensorsShards open(Path index, boolean followingLinks) {
    var read = ShardIndex.read(index);
    var opened = new SafeTensorsShards(index, new LinkedHashMap<>());
    try {
      var differences = opened.openAll(read, followingLinks);
      if (!differences.isEmpty()) {
        throw new DataException(
            "Index %s does not match its files: %s. Fetch or write the model again."
                .formatted(index, text(differences)));
      }
      return opened;
    } catch (DataException e) {
      opened.close();
      throw e;
    }
  }

  private static String text(Collection<String> differences) {
    return differences.stream()
        .limit(MAX_DIFFERENCES)
        .collect(
            Collectors.joining("; ", "", differences.size() > MAX_DIFFERENCES ? "; and more" : ""));
  }

  /**
   * {@return the first differences between the index and the files}
   *
   * <p>A hostile index may name a huge number of missing files. So opening stops after the first
   * differences.
   */
  private Set<String> openAll(ShardIndex read, boolean followingLinks) {
    var differences = new TreeSet<String>();
    for (var shard : new TreeSet<>(read.shards().values())) {
      if (differences.size() > MAX_DIFFERENCES) {
        return differences;
      }
      var misplaced = misplaced(shard, followingLinks);
      if (misplaced != null) {
        differences.add(misplaced);
        continue;
      }
      try {
        files.put(shard, SafeTensorsFile.open(index.resolveSibling(shard)));
      } catch (DataException e) {
        differences.add(e.getMessage());
      }
    }
    read.shards()
        .forEach((name, shard) -> {
          var file = files.get(shard);
          if (file != null && !file.names().contains(name)) {
            differences.add(
                "array %s is not in file %s".formatted(Quoted.of(name), Quoted.of(shard)));
          } else if (file != null) {
            byName.put(name, file);
          }
        });
    files.forEach((shard, file) ->
        file.names().stream()
            .filter(name -> !shard.equals(read.shards().get(name)))
            .forEach(name ->
                differences.add(
                    "array %s of file %s is not in the index"
                        .formatted(Quoted.of(name), Quoted.of(shard)))));
    long bytes = files.values().stream().mapToLong(SafeTensorsFile::dataBytes).sum();
    if (differences.isEmpty() && read.totalBytes() != null && read.totalBytes() != bytes) {
      differences.add(
          "its arrays have %d bytes, but total_size is %d".formatted(bytes, read.totalBytes()));
    }
    return differences;
  }

  /** {@return a message if a file is not in the folder of the index; null if it is} */
  private @Nullable String misplaced(String shard, boolean followingLinks) {
    boolean plain =
        !shard.isEmpty()
            && !shard.equals(".")
            && !shard.equals("..")
            && shard.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c == 0);
    if (!plain) {
      return "file %s is not a name in the folder of the index".formatted(Quoted.of(shard));
    }
    try {
      var file = index.resolveSibling(shard);
      if (followingLinks || !Files.isSymbolicLink(file)) {
        return null;
      }
      var folder = index.toAbsolutePath().getParent();
      return folder != null && file.toRealPath().startsWith(folder.toRealPath())
          ? null
          : "file %s is a link out of the folder; openShardedFollowingLinks follows such links"
              .formatted(Quoted.of(shard));
    } catch (InvalidPathException e) {
      return "file %s has a name that this file system does not allow".formatted(Quoted.of(shard));
    } catch (IOException e) {
      return "file %s is a link to nothing".formatted(Quoted.of(shard));
    }
  }

  /** {@return the names of the arrays of all files, in the order of the index} */
  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  @Override
  public ShapedArray aval(String name) {
    return file(name).aval(name);
  }

  /**
   * {@return the array with a name, copied from its file}
   *
   * @throws DataException as {@link SafeTensorsFile#get}
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    return file(name).get(name);
  }

  /**
   * {@return some rows of an array, copied out of its file}
   *
   * @param from the first index along axis 0
   * @param to the index after the last
   * @throws DataException as {@link SafeTensorsFile#rows}
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the rows
   */
  public NdArray rows(String name, int from, int to) {
    return file(name).rows(name, from, to);
  }

  private SafeTensorsFile file(String name) {
    var file = byName.get(name);
    if (file == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(index, Quoted.of(name), byName.size()));
    }
    return file;
  }

  /** Closes all files; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    files.values().forEach(SafeTensorsFile::close);
  }

  /** {@return the index, and the number of files and arrays} */
  @Override
  public String toString() {
    return "SafeTensorsShards %s of %d files with %d arrays"
        .formatted(index, files.size(), byName.size());
  }
}
