package io.cambric.io.safetensors.shard;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The open files of a sharded model, all in the folder of their index, which names exactly their
 * arrays.
 *
 * @param <F> an open file
 */
public final class ShardFiles<F extends NamedArrays> {

  /** More differences do not help the reader of a message. */
  private static final int MAX_DIFFERENCES = 20;

  /**
   * The functions of files of one format.
   *
   * @param kind of the files, as in {@code "safetensors files"}
   * @param open opens a file
   * @param bytes the number of bytes of all arrays of a file; null where {@code total_size} of an
   *     index counts other bytes
   * @param close closes a file
   */
  public record Format<F>(
      String kind, Function<Path, F> open, @Nullable ToLongFunction<F> bytes, Consumer<F> close) {}

  private final Path index;
  private final Format<F> format;
  private final Map<String, F> files = new LinkedHashMap<>();
  private final Map<String, F> byName = new LinkedHashMap<>();

  private ShardFiles(Path index, Format<F> format) {
    this.index = index;
    this.format = format;
  }

  /**
   * {@return the files of an index, all of them open}
   *
   * @throws DataException with all differences between index and files
   */
  public static <F extends NamedArrays> ShardFiles<F> open(
      Path index, Format<F> format, boolean followingLinks) {
    var read = ShardIndex.read(index, format.kind());
    var opened = new ShardFiles<>(index, format);
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
        files.put(shard, format.open().apply(index.resolveSibling(shard)));
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
    if (differences.isEmpty()) {
      requireTotal(read.totalBytes(), differences);
    }
    return differences;
  }

  private void requireTotal(@Nullable Long total, Set<String> differences) {
    if (total == null || format.bytes() == null) {
      return;
    }
    long bytes = files.values().stream().mapToLong(format.bytes()).sum();
    if (total != bytes) {
      differences.add("its arrays have %d bytes, but total_size is %d".formatted(bytes, total));
    }
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
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /** {@return the files, in the order of their names} */
  public List<F> files() {
    return List.copyOf(files.values());
  }

  /**
   * {@return the file of an array}
   *
   * @throws DataException if there is none
   */
  public F of(String name) {
    var file = byName.get(name);
    if (file == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(index, Quoted.of(name), byName.size()));
    }
    return file;
  }

  /** Closes all files. */
  public void close() {
    files.values().forEach(format.close());
  }

  /** {@return the index, and the number of files and arrays} */
  @Override
  public String toString() {
    return "%s of %d files with %d arrays".formatted(index, files.size(), byName.size());
  }
}
