package io.cambric.frameworks.tensorflow;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.MappedFile;
import io.cambric.file.support.MaskedSum;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.content.ArrayBlocks;
import io.cambric.frameworks.content.ArrayHeader;
import io.cambric.frameworks.content.MappedFiles;
import io.cambric.io.WeightEntry;
import io.cambric.io.WeightFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An open checkpoint of TensorFlow: an index, and data files that are mapped into memory. Names,
 * shapes and dtypes are known; elements are read on request, as copies, and their check sums with
 * them.
 *
 * <p>Variables of objects have the names that lead to them in the program, as in {@code
 * net/layers/0}; the file has {@code net/layers/0/.ATTRIBUTES/VARIABLE_VALUE}. A variable in
 * several parts is one array.
 *
 * <p>Several threads may read at once. The files must not be changed as long as they are open.
 *
 * {@snippet :
 * try (var checkpoint = TensorFlowCheckpoint.open(Path.of("saved/ckpt-1"))) {
 *   var kernel = checkpoint.get("net/layers/0");
 * }
 * }
 */
public final class TensorFlowCheckpoint implements WeightFile {

  static final String KIND = "a checkpoint of TensorFlow";

  private final BundleFiles bundle;
  private final BundleIndex index;
  private final Map<String, String> keys;
  private final MappedFiles files;

  private TensorFlowCheckpoint(BundleFiles bundle, BundleIndex index, MappedFiles files) {
    this.bundle = bundle;
    this.index = index;
    this.keys = VariableNames.of(index.tensors().keySet());
    this.files = files;
  }

  /**
   * {@return a checkpoint, opened}
   *
   * @param path the beginning of the names of its files, as TensorFlow takes it, or one of the
   *     files; or the folder of a SavedModel, or one in which the file {@code checkpoint} names the
   *     newest checkpoint
   * @throws DataException if there is no such checkpoint, it is damaged, or it has the old format
   *     V1
   */
  public static TensorFlowCheckpoint open(Path path) {
    var bundle = BundleFiles.of(path);
    var name = "File " + bundle.index();
    var bytes = bundle.indexBytes();
    var index = MappedFile.read(name, () -> BundleIndex.of(bytes, name));
    var files = new MappedFiles(KIND);
    try {
      var checkpoint = new TensorFlowCheckpoint(bundle, index, files);
      checkpoint.requireData();
      return checkpoint;
    } catch (DataException e) {
      files.close();
      throw e;
    }
  }

  /** Maps the data files, and refuses tensors that do not lie in them. */
  private void requireData() {
    index
        .tensors()
        .forEach((name, entry) -> {
          var pieces = pieces(name, entry);
          pieces.forEach(this::requireData);
          requireOwnData(name, pieces);
        });
  }

  /**
   * Refuses pieces that need more bytes than their files have, so that a few bytes are an array.
   */
  private void requireOwnData(String name, List<Piece> pieces) {
    long needed = pieces.stream().mapToLong(piece -> piece.entry().bytes()).sum();
    long present =
        pieces.stream()
            .map(piece -> shard(piece.entry()))
            .distinct()
            .mapToLong(MemorySegment::byteSize)
            .sum();
    if (needed > present) {
      throw index.malformed(
          name, "its parts have %d bytes, but their files have %d", needed, present);
    }
  }

  private void requireData(Piece piece) {
    var entry = piece.entry();
    long size = shard(entry).byteSize();
    if (entry.offset() > size || entry.bytes() > size - entry.offset()) {
      throw index.malformed(
          piece.tensor(),
          "it has %d bytes at byte %d of %s, which has %d bytes",
          entry.bytes(),
          entry.offset(),
          bundle.shard(entry.shard(), index.shards()),
          size);
    }
  }

  /** A part of a tensor with an entry of its own, or a tensor in one piece. */
  private record Piece(String tensor, BundleEntry entry, TensorSlice slice) {}

  private List<Piece> pieces(String key, BundleEntry entry) {
    if (!entry.isPartitioned()) {
      var begins = Collections.nCopies(entry.sizes().size(), 0L);
      return List.of(new Piece(key, entry, new TensorSlice(begins, entry.sizes())));
    }
    var pieces = new ArrayList<Piece>();
    for (var slice : entry.slices()) {
      pieces.add(new Piece(key, index.part(key, slice), slice));
    }
    return pieces;
  }

  private MemorySegment shard(BundleEntry entry) {
    return files.of(bundle.shard(entry.shard(), index.shards()));
  }

  @Override
  public String format() {
    return "TensorFlow, checkpoint V2";
  }

  @Override
  public List<WeightEntry> entries() {
    var entries = new ArrayList<WeightEntry>();
    keys.forEach((name, key) -> {
      var entry = entry(key);
      long bytes = pieces(key, entry).stream().mapToLong(piece -> piece.entry().bytes()).sum();
      entries.add(new WeightEntry(name, entry.dtype(), entry.sizes(), bytes));
    });
    return entries;
  }

  /** {@return the names of the arrays whose dtypes Cambric has, in the order of the index} */
  @Override
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    keys.forEach((name, key) -> {
      if (ArrayHeader.dtype(entry(key).dtype()).isPresent()) {
        names.add(name);
      }
    });
    return Collections.unmodifiableSet(names);
  }

  @Override
  public ShapedArray aval(String name) {
    var entry = entry(key(name));
    var advice =
        entry.dtype().equals(DataTypes.STRING)
            ? "Read its elements with strings(name)."
            : "Convert it in TensorFlow.";
    return ArrayHeader.aval(text(name), entry.dtype(), entry.sizes(), advice);
  }

  /**
   * {@return the array with a name, copied from the file}
   *
   * @throws DataException if there is none, its dtype is none of Cambric, it is damaged, or the
   *     checkpoint is closed
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    var aval = aval(name);
    var key = key(name);
    return files.read(
        text(name),
        () -> {
          var blocks = new ArrayBlocks(aval);
          for (var piece : pieces(key, entry(key))) {
            var slice = piece.slice();
            blocks.put(
                elements(piece),
                index.order(),
                slice.begins().stream().mapToInt(Math::toIntExact).toArray(),
                piece.entry().sizes().stream().mapToInt(Math::toIntExact).toArray());
          }
          return blocks.array(text(name));
        });
  }

  /**
   * {@return the elements of an array of dtype {@code string}, in row-major order; they are any
   * bytes}
   *
   * @throws DataException if there is no such array, it has another dtype, it is damaged, or the
   *     checkpoint is closed
   */
  public List<byte[]> strings(String name) {
    var key = key(name);
    var entry = entry(key);
    if (!entry.dtype().equals(DataTypes.STRING) || entry.isPartitioned()) {
      throw new DataException(
          "%s has the dtype %s, but strings(name) needs the dtype string in one piece. Read it with get(name)."
              .formatted(text(name), entry.dtype()));
    }
    return files.read(
        text(name),
        () ->
            StringElements.of(
                shard(entry).asSlice(entry.offset(), entry.bytes()),
                entry.elements(),
                entry.sum(),
                index.order(),
                what -> index.malformed(key, "%s", what)));
  }

  /** {@return the bytes of the elements of a piece, which have their check sum} */
  private MemorySegment elements(Piece piece) {
    var entry = piece.entry();
    var elements = shard(entry).asSlice(entry.offset(), entry.bytes());
    int sum = MaskedSum.of(elements);
    if (sum != entry.sum()) {
      throw index.malformed(
          piece.tensor(),
          "the checksum of its %d bytes at byte %d of %s is %08x, not %08x",
          entry.bytes(),
          entry.offset(),
          bundle.shard(entry.shard(), index.shards()),
          sum,
          entry.sum());
    }
    return elements;
  }

  private String key(String name) {
    var key = keys.get(name);
    if (key == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(bundle.prefix(), Quoted.of(name), keys.size()));
    }
    return key;
  }

  private BundleEntry entry(String key) {
    return Objects.requireNonNull(index.tensors().get(key));
  }

  private String text(String name) {
    return "Array %s of %s".formatted(Quoted.of(name), bundle.prefix());
  }

  /** Closes the files; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    files.close();
  }

  /** {@return the files and the number of arrays} */
  @Override
  public String toString() {
    return "TensorFlowCheckpoint %s with %d arrays".formatted(bundle.prefix(), keys.size());
  }
}
