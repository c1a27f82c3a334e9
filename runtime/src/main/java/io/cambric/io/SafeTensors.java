package io.cambric.io;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.file.InputFile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Named arrays as a safetensors file holds them, in the order of its header; immutable.
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
        channel -> new SafeTensorsReader(file.toString(), channel).read());
  }

  /**
   * Writes the arrays to a file, which is afterwards either as before or complete.
   *
   * @throws DataException if the file cannot be written. Before anything is written, if it could
   *     not be read again. Such a file has a null array, the name {@code __metadata__} or too long
   *     a header. Or a name or free text is null or has an unpaired surrogate
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
   * {@return the array of a name}
   *
   * @throws DataException if there is none
   */
  @Override
  public NdArray get(String name) {
    var array = arrays.get(name);
    if (array == null) {
      throw new DataException(
          "No array is named \"%s\"; there are %d others. names() lists them."
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

  /** {@return the free text that the header carries besides the arrays} */
  public Map<String, String> metadata() {
    return metadata;
  }
}
