package io.cambric.io.safetensors;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.io.NamedArrays;
import io.cambric.io.safetensors.format.SafeTensorsReader;
import io.cambric.io.safetensors.format.SafeTensorsWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The named arrays of a safetensors file, in the order of its header; immutable.
 *
 * <p>A file is 8 bytes with the length of the header, the header in JSON, and the elements of all
 * arrays, row-major and little-endian. Reading checks all of the header before it allocates
 * elements. A damaged or hostile file is refused, after time and memory in proportion to its own
 * size at most. A written file can be read again, here and by the reference implementation.
 *
 * {@snippet :
 * SafeTensors.of(Map.of("kernel", kernel)).write(path);
 * NdArray kernel = SafeTensors.read(path).get("kernel");
 * }
 *
 * @see <a href="https://huggingface.co/docs/safetensors/index">safetensors</a>
 */
public final class SafeTensors implements NamedArrays {

  private final Map<String, NdArray> arrays;
  private final Map<String, String> metadata;

  private SafeTensors(Map<String, NdArray> arrays, Map<String, String> metadata) {
    this.arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
    this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** {@return these arrays, without metadata} */
  public static SafeTensors of(Map<String, NdArray> arrays) {
    return new SafeTensors(arrays, Map.of());
  }

  /** {@return the same arrays with other metadata} */
  public SafeTensors withMetadata(Map<String, String> metadata) {
    return new SafeTensors(arrays, metadata);
  }

  /**
   * {@return the arrays of a file}
   *
   * @throws DataException if the file is missing, is no regular file or no sound safetensors file,
   *     or is larger than the memory that the JVM may take
   */
  public static SafeTensors read(Path file) {
    return InputFile.read(
        file,
        "a safetensors file",
        channel -> {
          var contents = new SafeTensorsReader(file.toString(), channel).read();
          return of(contents.arrays(), contents.metadata());
        });
  }

  /**
   * {@return an open file, mapped into memory, which reads arrays on demand}
   *
   * @throws DataException if the file is missing, is no regular file or no sound safetensors file
   */
  public static SafeTensorsFile open(Path file) {
    return SafeTensorsFile.open(file);
  }

  /**
   * {@return the open files of a sharded model, in one folder with their index}
   *
   * @param index such as {@code model.safetensors.index.json}
   * @throws DataException if the index or one of the files is missing or not sound, or a name leads
   *     out of the folder. All differences between index and files are listed at once
   */
  public static SafeTensorsShards openSharded(Path index) {
    return SafeTensorsShards.open(index, false);
  }

  /**
   * {@return the open files of a sharded model, where symbolic links may lead out of the folder}
   *
   * <p>The cache of Hugging Face consists of symbolic links.
   *
   * @param index such as {@code model.safetensors.index.json}
   * @throws DataException as {@link #openSharded}, but for links
   */
  public static SafeTensorsShards openShardedFollowingLinks(Path index) {
    return SafeTensorsShards.open(index, true);
  }

  /**
   * Writes the arrays to several files in a folder, and finally their index, {@code
   * model.safetensors.index.json}. An existing index is removed first. So an index exists only
   * while all of its files are complete.
   *
   * @param maxShardBytes the maximum of bytes of the elements in one file; a larger array gets a
   *     file of its own
   * @throws DataException as {@link #write}, or if the number is not positive
   */
  public void writeSharded(Path folder, long maxShardBytes) {
    new ShardWriter(folder, this).write(maxShardBytes);
  }

  /**
   * Writes the arrays to a file, which is unchanged or complete afterwards.
   *
   * @throws DataException if the file cannot be written. Also, before anything is written, if the
   *     file would be unreadable. The causes are a null array, the name {@code __metadata__} or too
   *     long a header. Further causes are null or an unpaired surrogate in a name or text
   */
  public void write(Path file) {
    new SafeTensorsWriter(file, arrays, metadata).write();
  }

  static SafeTensors of(Map<String, NdArray> arrays, Map<String, String> metadata) {
    return new SafeTensors(arrays, metadata);
  }

  /** {@return the names, in the order of the file} */
  @Override
  public Set<String> names() {
    return arrays.keySet();
  }

  /**
   * {@return the array with a name}
   *
   * @throws DataException if there is none
   */
  @Override
  public NdArray get(String name) {
    var array = arrays.get(name);
    if (array == null) {
      throw new DataException(
          "There is no array named \"%s\" among the %d arrays. names() lists them."
              .formatted(name, arrays.size()));
    }
    return array;
  }

  @Override
  public ShapedArray aval(String name) {
    return get(name).aval();
  }

  /** {@return name to array, in the order of the file} */
  public Map<String, NdArray> arrays() {
    return arrays;
  }

  /** {@return the free text in the header} */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** {@return the names, shapes and dtypes of the arrays, one per line} */
  @Override
  public String toString() {
    return NamedArraysText.of("SafeTensors", arrays.keySet(), name -> get(name).aval().toString());
  }
}
