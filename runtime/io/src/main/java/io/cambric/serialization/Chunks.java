package io.cambric.serialization;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.serialization.EncodedArray.Segment;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrays in chunks: a map with the shape and flat parts. */
final class Chunks {

  private Chunks() {}

  static boolean isChunked(Map<?, ?> map) {
    return map.containsKey(MsgpackFormat.CHUNKED);
  }

  /**
   * {@return the array whose chunks are in a map}
   *
   * @param name of the file, for messages
   * @throws DataException if a part is missing, or the parts do not fit
   */
  static EncodedArray joined(String name, Map<?, ?> map, StatePath path) {
    var shape = shape(name, map.get(MsgpackFormat.SHAPE), path);
    var segments = new ArrayList<Segment>();
    @Nullable String dtype = null;
    long count = 0;
    if (map.get(MsgpackFormat.CHUNKS) instanceof Map<?, ?> chunks) {
      for (int i = 0; i < chunks.size(); i++) {
        if (!(chunks.get(Integer.toString(i)) instanceof EncodedArray chunk)
            || chunk.shape().rank() != 1
            || (dtype != null && !dtype.equals(chunk.dtype()))) {
          throw malformed(name, path, "chunk %d is not a flat array of its dtype".formatted(i));
        }
        dtype = chunk.dtype();
        count += chunk.shape().size();
        segments.addAll(chunk.segments());
      }
    }
    if (dtype == null || count != shape.size()) {
      throw malformed(
          name, path, "its shape is %s, but its chunks have %d elements".formatted(shape, count));
    }
    return new EncodedArray(dtype, shape, segments, false);
  }

  private static Shape shape(String name, @Nullable Object sizes, StatePath path) {
    if (!(sizes instanceof Map<?, ?> map)) {
      throw malformed(name, path, "it has no shape");
    }
    var dims = new int[map.size()];
    for (int i = 0; i < dims.length; i++) {
      var size = map.get(Integer.toString(i));
      if (!(size instanceof Long dim) || dim < 0 || dim > Shape.MAX_SIZE) {
        throw malformed(name, path, "axis %d of its shape is not a size".formatted(i));
      }
      dims[i] = dim.intValue();
    }
    if (EncodedArray.isTooLarge(dims)) {
      throw malformed(name, path, "its shape has more than %d elements".formatted(Shape.MAX_SIZE));
    }
    return Shape.of(dims);
  }

  private static DataException malformed(String name, StatePath path, String what) {
    return MsgpackInput.malformed(name, "of the array in chunks at %s, %s".formatted(path, what));
  }
}
