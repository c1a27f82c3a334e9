package io.cambric.optax.assignment;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import org.jspecify.annotations.Nullable;

/**
 * The Hungarian algorithm with few variables.
 *
 * <p>Columns and rows count from 1. Column 0 marks the row that is being assigned, and row 0 means
 * no row.
 */
final class HungarianAlgorithm {

  private static final String NAME = "hungarian_algorithm";

  private HungarianAlgorithm() {}

  /**
   * {@return the assignment with the smallest sum of costs; its pairs are not sorted by rows}
   *
   * <p>Time is cubic in the size of the matrix.
   *
   * @param costMatrix {@code [n, m]}
   * @throws ShapeException if it is not a matrix
   * @see <a href="https://arxiv.org/abs/2110.11403">Dehghani et al., Scenic: A JAX Library for
   *     Computer Vision Research and Beyond, 2022</a>
   */
  public static Assignment hungarianAlgorithm(Array costMatrix) {
    return CostMatrix.assigned(NAME, costMatrix, HungarianAlgorithm::assign);
  }

  /**
   * The assignment of the first rows.
   *
   * @param u potentials of rows, with an unused entry at either end
   * @param v potentials of columns
   * @param parent the row of each column, or 0
   */
  @PyTree
  record Partial(Array u, Array v, Array parent) {}

  /**
   * The search for a free column.
   *
   * @param u potentials of rows
   * @param v potentials of columns
   * @param used whether a column is on a tree of shortest paths, bool
   * @param distance the length of the shortest path to each column
   * @param path the column before each column
   * @param column the last column on the tree
   */
  @PyTree
  record Search(Array u, Array v, Array used, Array distance, Array path, Array column) {}

  /** Pairs along a path, exchanged from its end to a column. */
  @PyTree
  record Exchange(Array parent, Array column) {}

  private static Assignment assign(Array costs) {
    int rows = costs.dim(0);
    int columns = costs.dim(1);
    var none =
        new Partial(
            Numpy.zeros(Shape.of(rows + 2), costs.dtype()),
            Numpy.zeros(Shape.of(columns + 1), costs.dtype()),
            CostMatrix.integers(columns + 1, 0));
    Fn2<Partial, Array, Carry<Partial, @Nullable Object>> body =
        (before, row) -> new Carry<>(withRow(costs, before, row), null);
    var rowNumbers = Numpy.arange(rows);
    var parents = Transforms.scan(body, none, rowNumbers).carry().parent().slice(0, 1, columns + 1);
    if (rows == columns) {
      return new Assignment(parents.sub(1), rowNumbers);
    }
    var taken = Lax.topK(parents, rows);
    return new Assignment(taken.get(0).sub(1), taken.get(1));
  }

  private static Partial withRow(Array costs, Partial before, Array row) {
    int columns = costs.dim(1);
    var parent = before.parent.at(0).set(row.add(1));
    var start =
        new Search(
            before.u,
            before.v,
            CostMatrix.falses(columns + 1),
            CostMatrix.infinities(columns, costs),
            CostMatrix.integers(columns, 0),
            NdArray.scalar(DType.defaultInt(), 0));
    var found =
        Transforms.whileLoop(
            at -> parent.get(at.column).ne(0), at -> extended(costs, parent, at), start);
    var exchanged =
        Transforms.whileLoop(
            at -> at.column.ne(0),
            at -> exchanged(found.path, at),
            new Exchange(parent, found.column));
    return new Partial(found.u, found.v, exchanged.parent);
  }

  /** Adds the nearest column to the tree, and changes potentials by its distance. */
  private static Search extended(Array costs, Array parent, Search at) {
    int rows = costs.dim(0);
    int columns = costs.dim(1);
    var used = at.used.at(at.column).set(1);
    var free = used.slice(0, 1, columns + 1).not();
    var row = parent.get(at.column);
    var reduced = costs.get(row.sub(1)).sub(at.u.get(row)).sub(at.v.slice(0, 1, columns + 1));
    var offered = Numpy.where(free, reduced, Double.POSITIVE_INFINITY);
    var shorter = offered.lt(at.distance);
    var path = Numpy.where(shorter, at.column, at.path);
    var distance = Numpy.where(shorter, offered, at.distance);
    var open = Numpy.where(free, distance, Double.POSITIVE_INFINITY);
    var step = open.min();
    // Columns that are not used change a potential that belongs to no row.
    var changed = Numpy.where(used, parent, rows + 1);
    return new Search(
        at.u.at(changed).add(step),
        Numpy.where(used, at.v.sub(step), at.v),
        used,
        Numpy.where(free, distance.sub(step), distance),
        path,
        Numpy.argmin(open).add(1));
  }

  private static Exchange exchanged(Array path, Exchange at) {
    var before = path.get(at.column.sub(1));
    return new Exchange(at.parent.at(at.column).set(at.parent.get(before)), before);
  }
}
