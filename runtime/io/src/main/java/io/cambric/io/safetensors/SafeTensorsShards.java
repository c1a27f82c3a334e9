package io.cambric.io.safetensors;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.io.safetensors.shard.ShardFiles;
import java.nio.file.Path;
import java.util.Set;

/**
 * The open safetensors files of one model, in the sharded format of Hugging Face: an index maps
 * arrays to files. Elements are read on demand.
 *
 * @see SafeTensors#openSharded(Path)
 */
public final class SafeTensorsShards implements NamedArrays, AutoCloseable {

  private static final ShardFiles.Format<SafeTensorsFile> FORMAT =
      new ShardFiles.Format<>(
          "safetensors files",
          SafeTensorsFile::open,
          SafeTensorsFile::dataBytes,
          SafeTensorsFile::close);

  private final ShardFiles<SafeTensorsFile> files;

  private SafeTensorsShards(ShardFiles<SafeTensorsFile> files) {
    this.files = files;
  }

  static SafeTensorsShards open(Path index, boolean followingLinks) {
    return new SafeTensorsShards(ShardFiles.open(index, FORMAT, followingLinks));
  }

  /** {@return the names of the arrays of all files, in the order of the index} */
  @Override
  public Set<String> names() {
    return files.names();
  }

  @Override
  public ShapedArray aval(String name) {
    return files.of(name).aval(name);
  }

  /**
   * {@return the array with a name, copied from its file}
   *
   * @throws DataException as {@link SafeTensorsFile#get}
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    return files.of(name).get(name);
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
    return files.of(name).rows(name, from, to);
  }

  /** Closes all files; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    files.close();
  }

  /** {@return the index, and the number of files and arrays} */
  @Override
  public String toString() {
    return "SafeTensorsShards " + files;
  }
}
