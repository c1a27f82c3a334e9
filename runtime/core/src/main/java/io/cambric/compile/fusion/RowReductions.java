package io.cambric.compile.fusion;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Lowering.Layout;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Block;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Per-row values of fusion groups: reductions along the innermost axis, values computed from these
 * alone, and views of both. They make one loop of a softmax or a normalisation. Its rows stay in
 * the cache between its reductions.
 */
public final class RowReductions {

  /**
   * A variable with one value per row.
   *
   * @param maker the equation that computes the base
   * @param base the variable behind this view, or the variable itself
   * @param layout the elements as a view of the base in row-major order
   */
  public record Row(Node maker, Atom.Var base, Layout layout) {

    /** {@return the group that computes the value} */
    public FusionGroup group() {
      return Objects.requireNonNull(maker.group());
    }

    /** {@return whether each element is broadcast over all points of its row} */
    boolean isSpread() {
      var shape = group().shape();
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
          && layout.shape().size() == outer(group().shape()).size();
    }
  }

  private final Map<Atom.Var, Row> rows = new IdentityHashMap<>();

  /** {@return the scalar operation that reduces rows; null if no loop can hold the reduced row} */
  public static @Nullable ScalarOp operation(ReduceOp op, Axes axes, ShapedArray operand) {
    var shape = operand.shape();
    int last = shape.rank() - 1;
    boolean ofRows =
        (operand.dtype() == DType.F32 || operand.dtype() == DType.BF16)
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
  public static Shape outer(Shape shape) {
    return shape.slice(0, shape.rank() - 1);
  }

  /** {@return the per-row value of an atom, or {@code null}} */
  public @Nullable Row of(Atom atom) {
    return atom instanceof Atom.Var variable ? rows.get(variable) : null;
  }

  /** {@return the per-row value of an atom that an open group computes, or {@code null}} */
  @Nullable Row ofOpen(Atom atom) {
    var row = of(atom);
    return row != null && row.group().isOpen() ? row : null;
  }

  /** Registers the results of an equation, which have one value per row in order. */
  void add(Node maker) {
    for (var variable : maker.eqn().outputs()) {
      rows.put(variable, new Row(maker, variable, Layout.dense(variable.aval().shape(), 0)));
    }
  }

  /** Registers a view of a per-row value. */
  void addView(Row row, Layout layout, Atom.Var result) {
    rows.put(result, new Row(row.maker(), row.base(), layout));
  }
}
