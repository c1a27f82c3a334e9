package io.cambric.nn.serving;

import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.function.Fn;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of all requests: structure, and avals of the leaves without the axis of the batch.
 *
 * @param structure of one request
 * @param avals of its leaves, not weak
 */
record Signature<I>(TreeDef structure, List<ShapedArray> avals) {

  static <I> Signature<I> of(I example) {
    var flat = Trees.flatten(example);
    var avals = new ArrayList<ShapedArray>();
    for (int i = 0; i < flat.leaves().size(); i++) {
      if (!(flat.leaves().get(i) instanceof Array array)) {
        throw new TreeStructureException(
            "The example of a served model needs arrays as leaves, but %s is a %s. Make an array of it."
                .formatted(
                    named(flat.structure(), i), flat.leaves().get(i).getClass().getSimpleName()));
      }
      avals.add(array.aval().strong());
    }
    if (avals.isEmpty()) {
      throw new TreeStructureException(
          "The example of a served model needs an array, but is %s. Pass one request in its usual form."
              .formatted(flat.structure().toText()));
    }
    return new Signature<>(flat.structure(), List.copyOf(avals));
  }

  /**
   * {@return the arrays of a request}
   *
   * @throws TreeStructureException if it has another structure
   * @throws ShapeException if an array has another shape
   * @throws DTypeException if an array has another dtype
   */
  List<NdArray> leaves(I request) {
    var flat = Trees.flatten(request);
    if (!flat.structure().equals(structure)) {
      throw new TreeStructureException(
          "A request needs the structure %s of the model's example, but is %s."
              .formatted(structure.toText(), flat.structure().toText()));
    }
    var arrays = new ArrayList<NdArray>();
    for (int i = 0; i < avals.size(); i++) {
      arrays.add(checked(flat.leaves().get(i), i));
    }
    return arrays;
  }

  private NdArray checked(Object leaf, int i) {
    var needed = avals.get(i);
    if (!(leaf instanceof Array array)) {
      throw new TreeStructureException(
          "A request needs arrays as leaves, but %s is a %s. Make an array of it."
              .formatted(named(structure, i), leaf.getClass().getSimpleName()));
    }
    if (!array.shape().equals(needed.shape())) {
      throw new ShapeException(
          "A request needs the shape %s for %s, but got %s. Pass one example, without the batch axis."
              .formatted(needed.shape(), named(structure, i), array.shape()));
    }
    if (array.dtype() != needed.dtype()) {
      throw new DTypeException(
          "A request needs the dtype %s for %s, but got %s. Convert it with astype."
              .formatted(needed.dtype(), named(structure, i), array.dtype()));
    }
    return array.concrete("A request");
  }

  /** {@return the form, for messages} */
  String toText() {
    return "%s of %s".formatted(structure.toText(), HeapRoom.text(avals));
  }

  private static String named(TreeDef structure, int leaf) {
    var path = structure.paths().get(leaf);
    return path.isEmpty() ? "its array" : '"' + path + '"';
  }

  /**
   * {@return the answers of a function to a batch of requests}
   *
   * <p>The batch is deleted afterwards, so that the next one can reuse its memory.
   *
   * @param size of the batch, in which the last request is repeated as padding
   * @throws TreeStructureException if the function returns null or no array, or a leaf is no array
   * @throws ShapeException if a leaf of its result lacks the axis of the batch
   */
  <O> List<O> answers(Fn<I, O> function, List<List<NdArray>> requests, int size) {
    var batch = batch(requests, size);
    try {
      return rows(function.apply(batch), requests.size(), size);
    } finally {
      Trees.leaves(batch).forEach(leaf -> ((NdArray) leaf).delete());
    }
  }

  @SuppressWarnings("unchecked") // An I has this structure.
  private I batch(List<List<NdArray>> requests, int size) {
    var stacked = new ArrayList<NdArray>();
    for (int leaf = 0; leaf < avals.size(); leaf++) {
      var row = avals.get(leaf);
      int elements = row.shape().size();
      var aval = row.withShape(row.shape().insert(0, size));
      var buffer = HeapRoom.uninitialized(aval);
      for (int i = 0; i < size; i++) {
        var source = requests.get(Math.min(i, requests.size() - 1)).get(leaf);
        buffer.copyFrom(i * elements, source.buffer(), source.offset(), elements);
      }
      stacked.add(NdArray.of(aval, buffer));
    }
    return (I) Objects.requireNonNull(structure.unflatten(stacked));
  }

  /**
   * {@return the first rows of a batch of answers, each with memory of its own}
   *
   * @param count rows that are no padding
   * @param size of the batch
   */
  @SuppressWarnings("unchecked") // Answers have the structure of the batch.
  private static <O> List<O> rows(@Nullable O batch, int count, int size) {
    var flat = Trees.flatten(batch);
    if (flat.leaves().isEmpty()) {
      throw new TreeStructureException(
          "A served model must return a batch of answers, but returned %s. Return arrays with a row for each request."
              .formatted(batch == null ? "null" : flat.structure().toText()));
    }
    var columns = new ArrayList<NdArray>();
    for (int i = 0; i < flat.leaves().size(); i++) {
      columns.add(column(flat, i, size));
    }
    var rows = new ArrayList<O>();
    for (int i = 0; i < count; i++) {
      int index = i;
      rows.add((O) flat.structure().unflatten(columns.stream().map(c -> copy(c, index)).toList()));
    }
    return rows;
  }

  private static NdArray column(Trees.Flat batch, int i, int size) {
    if (!(batch.leaves().get(i) instanceof Array array)) {
      throw new TreeStructureException(
          "A served model must return arrays, but %s is a %s. Return only values that differ between requests."
              .formatted(
                  named(batch.structure(), i), batch.leaves().get(i).getClass().getSimpleName()));
    }
    if (array.rank() == 0 || array.dim(0) != size) {
      throw new ShapeException(
          "A served model must return the batch of %d as axis 0, but %s has the shape %s. Return a row for each request."
              .formatted(size, named(batch.structure(), i), array.shape()));
    }
    return array.concrete("An answer");
  }

  private static NdArray copy(NdArray column, int index) {
    var row = column.row(index);
    return NdArray.of(row.aval(), row.buffer().copyOf(row.offset(), row.size()));
  }
}
