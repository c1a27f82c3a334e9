package io.cambric.frameworks.keras;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import io.cambric.frameworks.hdf5.Hdf5Dataset;
import io.cambric.frameworks.hdf5.Hdf5File;
import io.cambric.io.NamedArrays;
import io.cambric.io.WeightEntry;
import io.cambric.io.WeightFile;
import io.cambric.json.JsonValue;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open file of Keras, mapped into memory: {@code .keras} and {@code .weights.h5} of Keras 3, or
 * the older {@code .h5}. The content decides, not the ending of the name.
 *
 * <p>Names are paths of datasets: {@code layers/dense_1/vars/0} in files of Keras 3, with the class
 * of the layer and its number among the layers of this class; {@code
 * model_weights/out/net/out/kernel} in older files, with the names of the layer and the weight.
 * {@link #byLayerNames} has the names that users of Keras know.
 *
 * <p>Nothing of the configuration ever runs, and no class in it is looked for.
 *
 * @see <a href="https://keras.io/guides/serialization_and_saving/">Keras: saving</a>
 */
public final class KerasFile implements WeightFile {

  private static final String MODEL_CONFIG = "model_config";

  private final Path file;
  private final String format;
  private final Arena arena;
  private final Hdf5File hdf5;
  private final Map<String, String> texts;
  private final Set<String> names;
  private final Map<String, String> byLayerName;
  private final UnpackLimit limit;
  private final long size;
  private @Nullable KerasArchive unverified;

  private KerasFile(Path file, Arena arena, MemorySegment bytes, UnpackLimit limit)
      throws IOException {
    this.file = file;
    this.arena = arena;
    this.limit = limit;
    this.size = bytes.byteSize();
    var archive = KerasArchive.is(bytes) ? KerasArchive.of(file, bytes, limit) : null;
    this.unverified = archive != null && archive.inPlace() ? archive : null;
    this.hdf5 = Hdf5File.of(file.toString(), archive == null ? bytes : archive.weights());
    var paths = new KerasPaths(file.toString(), hdf5);
    this.names = paths.ordered();
    this.byLayerName = paths.byName(names);
    this.format =
        "Keras, " + (archive != null ? ".keras" : paths.isListed() ? ".h5" : ".weights.h5");
    this.texts = archive != null ? archive.texts() : texts(hdf5);
    config();
  }

  private static Map<String, String> texts(Hdf5File hdf5) {
    var texts = new LinkedHashMap<String, String>();
    hdf5.texts("")
        .forEach((name, values) -> {
          if (values.size() == 1) {
            texts.put(name, values.getFirst());
          }
        });
    return texts;
  }

  /**
   * {@return an open file}
   *
   * <p>Packed members and packed arrays may unpack to 64 MiB, or to a hundred times the size of the
   * file if that is more.
   *
   * @throws DataException if the file is missing, is no regular file or no sound file of Keras, or
   *     has a part of HDF5 that Keras does not write
   */
  public static KerasFile open(Path file) {
    return open(file, UnpackLimit.BY_SIZE);
  }

  /**
   * {@return an open file, with a given limit for packed content}
   *
   * @param maxUnpackedBytes the maximum of unpacked bytes of all packed arrays together
   * @throws DataException as {@link #open(Path)}
   */
  public static KerasFile open(Path file, long maxUnpackedBytes) {
    var limit = new UnpackLimit(maxUnpackedBytes, "KerasFile.open(file, maxUnpackedBytes)");
    return InputFile.read(
        file,
        "a Keras file",
        channel -> {
          // The memory stays mapped when the channel is closed.
          var arena = Arena.ofShared();
          boolean opened = false;
          try {
            var bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            var open = new KerasFile(file, arena, bytes, limit);
            opened = true;
            return open;
          } catch (InternalError e) {
            throw cut(file, e);
          } finally {
            if (!opened) {
              arena.close();
            }
          }
        });
  }

  private static DataException cut(Path file, InternalError cause) {
    // This is how the JVM reports a page that is no longer in the file.
    return new DataException(
        "%s cannot be read: the file was truncated or its disk failed. Do not change files while they are open."
            .formatted(file),
        cause);
  }

  @Override
  public String format() {
    return format;
  }

  /**
   * {@return the paths of datasets, layer by layer; those of the optimizer come last}
   *
   * <p>Layers are in the order of the model in older files, and in alphabetical order in others.
   */
  @Override
  public Set<String> names() {
    return names;
  }

  @Override
  public List<WeightEntry> entries() {
    return names.stream()
        .map(this::dataset)
        .map(data -> new WeightEntry(data.path(), data.dtype(), data.sizes(), data.bytes()))
        .toList();
  }

  /**
   * {@return the texts about the model, by name: {@code config.json} and {@code metadata.json} of a
   * {@code .keras} file, or attributes such as {@code keras_version} and {@code model_config}}
   */
  public Map<String, String> texts() {
    return Collections.unmodifiableMap(texts);
  }

  /**
   * {@return the configuration of the model; empty for a file of weights alone}
   *
   * @throws DataException if it is not JSON
   */
  public Optional<JsonValue> config() {
    for (var name : List.of(KerasArchive.CONFIG, MODEL_CONFIG)) {
      var text = texts.get(name);
      if (text != null) {
        return Optional.of(JsonValue.parse("The %s of %s".formatted(name, file), text));
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the same arrays by the names that users of Keras know}
   *
   * <p>In files of Keras 3 these are the names of layers, one in another, and the number of the
   * variable: {@code bidirectional/forward_gru/gru_cell/vars/0}. In older files they are the names
   * of weights: {@code bidirectional/forward_gru/gru_cell/kernel}.
   */
  public NamedArrays byLayerNames() {
    var all = this;
    return new NamedArrays() {

      @Override
      public Set<String> names() {
        return Collections.unmodifiableSet(byLayerName.keySet());
      }

      @Override
      public ShapedArray aval(String name) {
        return all.aval(path(name));
      }

      @Override
      public NdArray get(String name) {
        return all.get(path(name));
      }

      private String path(String name) {
        var path = byLayerName.get(name);
        if (path == null) {
          throw missing(name);
        }
        return path;
      }
    };
  }

  private DataException missing(String name) {
    return new DataException(
        "%s has no array named %s among its %d arrays. names() lists them."
            .formatted(file, Quoted.of(name), names.size()));
  }

  private Hdf5Dataset dataset(String name) {
    var dataset = hdf5.datasets().get(name);
    if (dataset == null) {
      throw missing(name);
    }
    return dataset;
  }

  /**
   * {@return shape and dtype of the array with a name}
   *
   * @throws DataException if there is none, or Cambric does not have its dtype or its size
   */
  @Override
  public ShapedArray aval(String name) {
    var dataset = dataset(name);
    for (var dtype : DType.values()) {
      if (dtype.jaxName().equals(dataset.dtype()) && dtype.bytes() == dataset.width()) {
        return new ShapedArray(shape(dataset), dtype);
      }
    }
    throw new DataException(
        "Array %s of %s has dtype %s, which Cambric does not have. Convert it in Keras, for example to float32."
            .formatted(Quoted.of(name), file, Quoted.of(dataset.dtype())));
  }

  private Shape shape(Hdf5Dataset dataset) {
    try {
      return Shape.of(dataset.sizes().stream().mapToInt(Math::toIntExact).toArray());
    } catch (ShapeException | ArithmeticException e) {
      throw new DataException(
          "Array %s of %s has the sizes %s, which are more elements than a Java array can hold. Split it in Keras."
              .formatted(Quoted.of(dataset.path()), file, dataset.sizes()),
          e);
    }
  }

  /**
   * {@return the array with a name, copied from the file}
   *
   * @throws DataException if there is none, Cambric does not have its dtype, it is damaged, or the
   *     file is closed or was cut
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    var aval = aval(name);
    var dataset = dataset(name);
    if (dataset.packedBytes() > 0) {
      limit.require(file.toString(), size, packedBytes());
    }
    try {
      verify();
      var buffer = HeapRoom.reserve(aval, () -> read(dataset, aval));
      requireTruth(name, buffer);
      return NdArray.of(aval, buffer);
    } catch (IllegalStateException e) {
      throw new DataException(
          "%s is closed, so array %s cannot be read. Read arrays before closing the file."
              .formatted(file, Quoted.of(name)),
          e);
    } catch (InternalError e) {
      throw cut(file, e);
    }
  }

  private long packedBytes() {
    return hdf5.datasets().values().stream()
        .mapToLong(Hdf5Dataset::packedBytes)
        .reduce(0, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
  }

  private Buffer read(Hdf5Dataset dataset, ShapedArray aval) {
    var buffer = Buffer.allocate(aval.dtype(), aval.shape().size());
    hdf5.read(file.toString(), dataset, buffer::read);
    return buffer;
  }

  /** Compares the weights in an archive with their checksum, before the first array is read. */
  private synchronized void verify() {
    if (unverified != null && !unverified.isSound()) {
      throw KerasArchive.damaged(file, KerasArchive.WEIGHTS);
    }
    unverified = null;
  }

  private void requireTruth(String name, Buffer buffer) {
    if (buffer.dtype() == DType.BOOL) {
      for (byte value : buffer.bytes()) {
        if ((value & ~1) != 0) {
          throw new DataException(
              "Array %s of %s must have truth values, but has an element %d. Fetch or write it again."
                  .formatted(Quoted.of(name), file, value));
        }
      }
    }
  }

  /** Closes the file; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  /** {@return the file, its format, and the names of its first arrays} */
  @Override
  public String toString() {
    return "KerasFile %s (%s) %s".formatted(file, format, Quoted.of(names));
  }
}
