package io.cambric.frameworks.orbax;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.content.ArrayHeader;
import io.cambric.io.WeightEntry;
import io.cambric.io.WeightFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An open checkpoint of Orbax, as JAX programs write it: a tree of arrays. Names, shapes and dtypes
 * are known; elements are read on request, as copies.
 *
 * <p>The name of an array is the path of its keys, as in {@code params/Dense_0/kernel}; the items
 * of lists and tuples have numbers. Leaves that are no arrays, such as strings, are left out.
 *
 * <p>Several threads may read at once. The folder must not be changed as long as it is open.
 *
 * {@snippet :
 * try (var checkpoint = OrbaxCheckpoint.open(Path.of("checkpoints/1000"))) {
 *   var kernel = checkpoint.get("params/Dense_0/kernel");
 * }
 * }
 */
public final class OrbaxCheckpoint implements WeightFile {

  private final KeyValues values;
  private final OrbaxTree tree;
  private final String format;
  private volatile boolean closed;

  private OrbaxCheckpoint(KeyValues values, OrbaxTree tree, String format) {
    this.values = values;
    this.tree = tree;
    this.format = format;
  }

  /**
   * {@return a checkpoint, opened}
   *
   * @param folder of a tree of arrays; or of a step, if it has one tree; or of a manager of
   *     checkpoints, for its newest step
   * @throws DataException if it is none of these, it is damaged, or it has the format zarr 3
   */
  public static OrbaxCheckpoint open(Path folder) {
    var root = OrbaxFolder.of(folder);
    boolean isOcdbt = Files.exists(root.resolve(OrbaxFolder.MANIFEST));
    var values = isOcdbt ? OcdbtTree.keyValues(root) : PlainFiles.keyValues(root);
    return new OrbaxCheckpoint(
        values, OrbaxTree.of(values), isOcdbt ? "Orbax, OCDBT" : "Orbax, folders of zarr");
  }

  @Override
  public String format() {
    return format;
  }

  @Override
  public List<WeightEntry> entries() {
    var entries = new ArrayList<WeightEntry>();
    tree.arrays()
        .forEach((name, header) ->
            entries.add(new WeightEntry(name, header.dtype(), header.sizes(), header.bytes())));
    return entries;
  }

  /** {@return the names of the arrays whose dtypes Cambric has, in the order of the tree} */
  @Override
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    tree.arrays()
        .forEach((name, header) -> {
          if (ArrayHeader.dtype(header.dtype()).isPresent()) {
            names.add(name);
          }
        });
    return Collections.unmodifiableSet(names);
  }

  @Override
  public ShapedArray aval(String name) {
    var header = header(name);
    return ArrayHeader.aval(text(name), header.dtype(), header.sizes(), "Convert it in JAX.");
  }

  /**
   * {@return the array with a name, copied from the files}
   *
   * @throws DataException if there is none, its dtype is none of Cambric, it is damaged, or the
   *     checkpoint is closed
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    var aval = aval(name);
    if (closed) {
      throw new DataException(
          "%s cannot be read after close(). Read arrays before.".formatted(text(name)));
    }
    return ZarrChunks.read(values, header(name), aval, tree.complete(), text(name));
  }

  private ZarrHeader header(String name) {
    var header = tree.arrays().get(name);
    if (header == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(values.folder(), Quoted.of(name), tree.arrays().size()));
    }
    return header;
  }

  private String text(String name) {
    return "Array %s of %s".formatted(Quoted.of(name), values.folder());
  }

  /** Ends reading; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    closed = true;
  }

  /** {@return the folder and the number of arrays} */
  @Override
  public String toString() {
    return "OrbaxCheckpoint %s with %d arrays".formatted(values.folder(), tree.arrays().size());
  }
}
