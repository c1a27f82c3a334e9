package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;

/** A function applied to the rows of arrays, several at a time. */
final class BatchedMap {

  private BatchedMap() {}

  static <X, Y> Y run(Fn<X, Y> function, X stacked, int batchSize) {
    var tree = ArrayTree.of(stacked);
    if (batchSize < 1) {
      throw new ShapeException(
          "map needs a batch size of at least 1, but got %d.".formatted(batchSize));
    }
    int rows = rows(tree);
    int whole = rows / batchSize * batchSize;
    var mapped = VmapFunctions.vmap(function);
    if (whole == 0) {
      return mapped.apply(stacked);
    }
    var blocks = new ArrayList<Array>();
    for (var array : tree.arrays()) {
      var row = array.shape().slice(1, array.rank());
      blocks.add(
          Lax.reshape(
              Lax.sliceInDim(array, 0, whole, 1, 0),
              row.insert(0, batchSize).insert(0, whole / batchSize)));
    }
    X inBlocks = tree.structure().build(blocks);
    var main = ArrayTree.of(ControlFlow.map(mapped, inBlocks));
    var results = new ArrayList<Array>();
    for (var array : main.arrays()) {
      results.add(Lax.reshape(array, array.shape().slice(2, array.rank()).insert(0, whole)));
    }
    if (rows > whole) {
      var rest = new ArrayList<Array>();
      tree.arrays().forEach(array -> rest.add(Lax.sliceInDim(array, whole, rows, 1, 0)));
      var others = ArrayTree.of(mapped.apply(tree.structure().build(rest))).arrays();
      for (int i = 0; i < results.size(); i++) {
        results.set(i, Lax.concatenate(List.of(results.get(i), others.get(i)), 0));
      }
    }
    return main.structure().build(results);
  }

  private static int rows(ArrayTree tree) {
    int rows = -1;
    for (var array : tree.arrays()) {
      if (array.rank() == 0 || (rows >= 0 && array.dim(0) != rows)) {
        throw new ShapeException(
            "map needs arrays with the same number of rows, but got %s."
                .formatted(ShapedArray.ofAll(tree.arrays())));
      }
      rows = array.dim(0);
    }
    if (rows < 0) {
      throw new TreeStructureException("map needs at least one array of rows, but got none.");
    }
    return rows;
  }
}
