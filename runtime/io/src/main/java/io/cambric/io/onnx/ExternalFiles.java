package io.cambric.io.onnx;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.MappedFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.protobuf.ProtoSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files next to a model with elements of its tensors, each mapped once; mutable while a model
 * is read.
 *
 * <p>A file outside the folder of the model is refused, whether it is reached by name or by link.
 */
final class ExternalFiles {

  private final @Nullable Path folder;
  private final Map<Path, MemorySegment> mapped = new HashMap<>();

  /**
   * The files of a folder.
   *
   * @param folder of the model; null for a model in memory
   */
  ExternalFiles(@Nullable Path folder) {
    this.folder = folder;
  }

  /**
   * {@return the bytes of a tensor}
   *
   * @param place the location, offset and length in the model
   * @param needed the number of bytes that type and shape need
   * @throws DataException if the file lacks that range, or may not be read
   */
  MemorySegment range(ProtoSource source, String tensor, Map<String, String> place, long needed) {
    var location = place.get("location");
    if (location == null) {
      throw malformed(source, tensor, "is in another file, but has no location");
    }
    long offset = number(source, tensor, place, "offset", 0);
    long length = number(source, tensor, place, "length", needed);
    if (length != needed) {
      throw malformed(
          source,
          tensor,
          "needs %d bytes, but its range of %s has %d"
              .formatted(needed, Quoted.of(location), length));
    }
    var bytes = file(source, tensor, location);
    if (offset > bytes.byteSize() || length > bytes.byteSize() - offset) {
      throw malformed(
          source,
          tensor,
          "needs %d bytes of %s from byte %d, but that file has %d bytes"
              .formatted(length, Quoted.of(location), offset, bytes.byteSize()));
    }
    return bytes.asSlice(offset, length);
  }

  private static long number(
      ProtoSource source, String tensor, Map<String, String> place, String key, long absent) {
    var text = place.get(key);
    if (text == null) {
      return absent;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The message is the same as that of a negative number.
    }
    throw malformed(
        source,
        tensor,
        "is in another file, but %s is not a valid %s".formatted(Quoted.of(text), key));
  }

  private MemorySegment file(ProtoSource source, String tensor, String location) {
    if (folder == null) {
      throw new DataException(
          "Tensor %s is in the file %s next to the model, but the model was read from bytes. Read the model from its path."
              .formatted(Quoted.of(tensor), Quoted.of(location)));
    }
    var path = inside(source, tensor, folder, location);
    var known = mapped.get(path);
    if (known == null) {
      known = InputFile.read(path, "a file of tensors of " + source.name(), MappedFile::of);
      mapped.put(path, known);
    }
    return known;
  }

  /** {@return the real path of a file at any depth in the folder} */
  private static Path inside(ProtoSource source, String tensor, Path folder, String location) {
    try {
      var relative = Path.of(location);
      for (var part : relative) {
        if (part.toString().equals("..")) {
          throw outside(source, tensor, location);
        }
      }
      if (relative.isAbsolute() || location.isEmpty()) {
        throw outside(source, tensor, location);
      }
      var real = folder.resolve(relative).toRealPath();
      if (!real.startsWith(folder.toRealPath())) {
        throw outside(source, tensor, location);
      }
      return real;
    } catch (InvalidPathException e) {
      throw outside(source, tensor, location);
    } catch (IOException e) {
      throw new DataException(
          "Tensor %s of %s is in the file %s, which is missing from the folder of the model. Fetch that file, too."
              .formatted(Quoted.of(tensor), source.name(), Quoted.of(location)),
          e);
    }
  }

  private static DataException outside(ProtoSource source, String tensor, String location) {
    return new DataException(
        "Tensor %s of %s is in %s, but only files in the folder of the model are read. Move the file there, and correct its location in the model."
            .formatted(Quoted.of(tensor), source.name(), Quoted.of(location)));
  }

  private static DataException malformed(ProtoSource source, String tensor, String what) {
    return source.malformed("tensor %s %s".formatted(Quoted.of(tensor), what));
  }
}
