package io.cambric.frameworks.torch;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;
import io.cambric.io.WeightEntry;
import io.cambric.io.WeightFile;
import io.cambric.io.safetensors.shard.ShardFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The open PyTorch files of one model: an index maps tensors to files. Elements are read on demand.
 *
 * @see TorchFile#openSharded(Path)
 */
public final class TorchShards implements WeightFile {

  /** The total of an index counts tied weights once, or not, so it is not compared. */
  private static final ShardFiles.Format<TorchFile> FORMAT =
      new ShardFiles.Format<>("PyTorch files", TorchFile::open, null, TorchFile::close);

  private final ShardFiles<TorchFile> files;

  private TorchShards(ShardFiles<TorchFile> files) {
    this.files = files;
  }

  static TorchShards open(Path index, boolean followingLinks) {
    return new TorchShards(ShardFiles.open(index, FORMAT, followingLinks));
  }

  /** {@return {@code PyTorch, shards}} */
  @Override
  public String format() {
    return "PyTorch, shards";
  }

  /** {@return the names of the tensors of all files, in the order of the index} */
  @Override
  public Set<String> names() {
    return files.names();
  }

  @Override
  public ShapedArray aval(String name) {
    return files.of(name).aval(name);
  }

  /**
   * {@return the tensor with a name, copied from its file}
   *
   * @throws DataException as {@link TorchFile#get}
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    return files.of(name).get(name);
  }

  /**
   * {@return the bytes of the tensor with a name, of any dtype}
   *
   * @throws DataException as {@link TorchFile#raw}
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the bytes
   */
  public RawArray raw(String name) {
    return files.of(name).raw(name);
  }

  /** {@return the headers of all tensors, in the order of the index} */
  @Override
  public List<WeightEntry> entries() {
    return names().stream().map(name -> files.of(name).tensor(name).entry(name)).toList();
  }

  /** Closes all files; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    files.close();
  }

  /** {@return the index, and the number of files and tensors} */
  @Override
  public String toString() {
    return "TorchShards " + files;
  }
}
