package io.cambric.compile;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import io.cambric.core.Lowering.Layout;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Block;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Per-row values of the open fusion groups: reductions along the innermost axis, values computed
 * from them alone, and views of both. With them a softmax or a normalisation is one loop, whose
 * rows stay in the cache between its reductions.
 */
final class RowReductions {

  /**
   * A variable with one value per row.
   *
   * @param group the group that computes it
   * @param base the variable that this one is a view of, or the variable itself
   * @param layout the elements as a view of the base in row-major order
   */
  record Row(FusionGroup group, Atom.Var base, Layout layout) {

    /** {@return whether each element is broadcast over all points of its row} */
    boolean isSpread() {
      var shape = group.shape();
      int last = shape.rank() - 1;
      if (layout.shape().rank() == 0) {
        return shape.size() == shape.dim(last);
      }
      return layout.shape().equals(shape)
          && layout.offset() == 0
          && layout.strides()[last] == 0
          && new Layout(outer(shape), 0, Arrays.copyOf(layout.strides(), last)).isDense();
    }

    /** {@return whether the elements are the per-row values in order} */
    boolean isInOrder() {
      return layout.offset() == 0
          && layout.isDense()
          && layout.shape().size() == outer(group.shape()).size();
    }
  }

  private final Map<Atom.Var, Row> rows = new IdentityHashMap<>();

  /**
   * {@return the scalar operation that reduces rows, or null if the reduction is not along a row
   * that a loop can hold}
   */
  static @Nullable ScalarOp operation(ReduceOp op, Axes axes, ShapedArray operand) {
    var shape = operand.shape();
    int last = shape.rank() - 1;
    boolean ofRows =
        operand.dtype() == DType.F32
            && shape.size() > 0
            && axes.size() == 1
            && axes.get(0) == last
            && shape.dim(last) > 1
            && shape.dim(last) <= Block.LONGEST_ROW;
    if (!ofRows) {
      return null;
    }
    return switch (op) {
      case SUM -> ScalarOp.ROW_SUM;
      case MAX -> ScalarOp.ROW_MAX;
      case MIN -> ScalarOp.ROW_MIN;
      case PROD, AND, OR, XOR -> null;
    };
  }

  /** {@return the shape of the per-row values of a group} */
  static Shape outer(Shape shape) {
    return shape.slice(0, shape.rank() - 1);
  }

  /** {@return the per-row value that an atom is, or {@code null}} */
  @Nullable Row of(Atom atom) {
    return atom instanceof Atom.Var variable ? rows.get(variable) : null;
  }

  /** Registers a variable that a group computes, with one value per row in order. */
  void add(FusionGroup group, Atom.Var variable) {
    rows.put(variable, new Row(group, variable, Layout.dense(variable.aval().shape(), 0)));
  }

  /** Registers a view of a per-row value. {@return whether the view needs no copy} */
  boolean addView(Row row, Lowering.ViewRule rule, Atom.Var result) {
    var layout = rule.apply(row.layout());
    if (layout != null) {
      rows.put(result, new Row(row.group(), row.base(), layout));
    }
    return layout != null;
  }

  /** {@return the variables that are per-row values of a group, views included} */
  List<Atom.Var> of(FusionGroup group) {
    return rows.keySet().stream().filter(variable -> group(variable) == group).toList();
  }

  private @Nullable FusionGroup group(Atom.Var variable) {
    var row = rows.get(variable);
    return row == null ? null : row.group();
  }

  /** Moves the per-row values of one group to another. */
  void move(FusionGroup from, FusionGroup to) {
    rows.replaceAll((_, row) -> row.group() == from ? new Row(to, row.base(), row.layout()) : row);
  }

  /** Removes the per-row values of a group that is closed. */
  void close(FusionGroup group) {
    rows.values().removeIf(row -> row.group() == group);
  }
}
