package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.pickle.PickleInput;
import io.cambric.frameworks.pickle.PickledItems;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of PyTorch before version 1.6: pickles, and behind them the storages in an order of their
 * own. Mapped into memory.
 */
final class TorchLegacy implements TorchContents {

  private final String file;
  private final Arena arena;
  private final MemorySegment bytes;
  private final Map<String, Place> places = new HashMap<>();

  /**
   * The place of a storage.
   *
   * @param start its position in the file; negative until it is known
   */
  private record Place(long start, long bytes, int width) {}

  private TorchLegacy(Path file, Arena arena, MemorySegment bytes) {
    this.file = file.toString();
    this.arena = arena;
    this.bytes = bytes;
  }

  static TorchLegacy open(Path file, FileChannel channel) throws IOException {
    var arena = Arena.ofShared();
    try {
      return new TorchLegacy(file, arena, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (IOException e) {
      arena.close();
      throw e;
    }
  }

  /** {@return all of the file} */
  MemorySegment bytes() {
    return bytes;
  }

  @Override
  public String form() {
    return "PyTorch, legacy";
  }

  /** Even machines with the other order write it so. */
  @Override
  public ByteOrder order() {
    return ByteOrder.LITTLE_ENDIAN;
  }

  @Override
  public void declare(String key, long count, TorchType type) {
    var place = new Place(-1, count, type.bytes());
    var earlier = places.putIfAbsent(key, place);
    if (earlier != null && !earlier.equals(place)) {
      throw malformed("storage %s has two sizes or dtypes".formatted(Quoted.of(key)));
    }
  }

  /**
   * Finds the storages.
   *
   * @param input behind the last pickle
   * @param keys the value of that pickle, the order of the storages
   */
  void locate(PickleInput input, @Nullable Object keys) {
    if (!(keys instanceof PickledItems list) || list.kind() != PickledItems.Kind.LIST) {
      throw malformed("its last pickle is not a list of storages");
    }
    for (var key : list.items()) {
      var place = key instanceof String text ? places.get(text) : null;
      if (place == null || place.start() >= 0) {
        throw malformed(
            "storage %s is unknown or listed twice".formatted(Quoted.of(String.valueOf(key))));
      }
      long elements = input.int64();
      if (elements != place.bytes() / place.width()) {
        throw malformed(
            "storage %s needs %d elements, but has %d"
                .formatted(
                    Quoted.of(String.valueOf(key)), place.bytes() / place.width(), elements));
      }
      long start = input.position();
      input.skip(place.bytes(), "storage " + Quoted.of(String.valueOf(key)));
      places.put(String.valueOf(key), new Place(start, place.bytes(), place.width()));
    }
    if (list.items().size() != places.size()) {
      throw malformed(
          "%d storages are used, but %d are stored".formatted(places.size(), list.items().size()));
    }
    if (input.remaining() > 0) {
      throw malformed("%d bytes follow its last storage".formatted(input.remaining()));
    }
  }

  @Override
  public void read(String key, long from, long count, Consumer<ByteBuffer> sink) {
    long start = places.get(key).start() + from;
    try {
      for (long done = 0; done < count; done += PIECE) {
        long some = Math.min(PIECE, count - done);
        sink.accept(bytes.asSlice(start + done, some).asByteBuffer());
      }
    } catch (IllegalStateException e) {
      throw new DataException(
          "%s is closed, so storage %s cannot be read. Read arrays before closing the file."
              .formatted(file, Quoted.of(key)),
          e);
    } catch (InternalError e) {
      // This is how the JVM reports a page that is no longer in the file.
      throw truncated(file, e);
    }
  }

  /** {@return the exception for a page of a file that is no longer there} */
  static DataException truncated(String file, InternalError cause) {
    return new DataException(
        "%s cannot be read: the file was truncated or its disk failed. Do not change files while they are open."
            .formatted(file),
        cause);
  }

  private DataException malformed(String what) {
    return TorchFormat.malformed(file, what);
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
