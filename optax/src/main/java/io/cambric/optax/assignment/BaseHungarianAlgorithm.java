package io.cambric.optax.assignment;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;

/** The Hungarian algorithm, following a published pseudocode. */
final class BaseHungarianAlgorithm {

  private static final String NAME = "base_hungarian_algorithm";

  /** The value for a missing row or column. */
  private static final int NONE = -1;

  private BaseHungarianAlgorithm() {}

  /**
   * {@return the assignment with the smallest sum of costs, sorted by rows}
   *
   * <p>Time is cubic in the size of the matrix.
   *
   * @param costMatrix {@code [n, m]}
   * @throws ShapeException if it is not a matrix
   * @see <a href="https://ieeexplore.ieee.org/document/7738348">Crouse, On implementing 2D
   *     rectangular assignment algorithms, 2016</a>
   */
  public static Assignment baseHungarianAlgorithm(Array costMatrix) {
    var found = CostMatrix.assigned(NAME, costMatrix, BaseHungarianAlgorithm::assign);
    var order = Numpy.argsort(found.rows());
    return new Assignment(found.rows().get(order), found.columns().get(order));
  }

  /**
   * The assignment of the first rows.
   *
   * @param u potentials of rows
   * @param v potentials of columns
   * @param path the row before each column on the last shortest paths
   * @param rowOf the row of each column
   * @param columnOf the column of each row
   */
  @PyTree
  record Partial(Array u, Array v, Array path, Array rowOf, Array columnOf) {}

  /**
   * Dijkstra's search for a free column.
   *
   * @param row the last row on the tree of shortest paths
   * @param lowest the length of the path to the last column of the tree
   * @param count the number of columns that are not on the tree
   * @param remaining the columns that are not on the tree, at the front
   * @param rows whether rows are on the tree, bool
   * @param columns whether columns are on the tree, bool
   * @param lengths of the shortest paths to all columns
   * @param path the row before each column
   * @param sink the free column, or -1
   */
  @PyTree
  record Search(
      Array row,
      Array lowest,
      Array count,
      Array remaining,
      Array rows,
      Array columns,
      Array lengths,
      Array path,
      Array sink) {}

  /** The nearest column so far, by its index among the remaining columns. */
  @PyTree
  record Nearest(Array lengths, Array path, Array lowest, Array place) {}

  /** Pairs along a path, exchanged back to a column. */
  @PyTree
  record Exchange(Array sink, Array rowOf, Array columnOf, Array done) {}

  private static Assignment assign(Array costs) {
    int rows = costs.dim(0);
    int columns = costs.dim(1);
    var none =
        new Partial(
            Numpy.zeros(Shape.of(rows), costs.dtype()),
            Numpy.zeros(Shape.of(columns), costs.dtype()),
            CostMatrix.integers(columns, NONE),
            CostMatrix.integers(columns, NONE),
            CostMatrix.integers(rows, NONE));
    var all = Transforms.foriLoop(0, rows, (row, before) -> withRow(costs, before, row), none);
    return new Assignment(Numpy.arange(rows), all.columnOf);
  }

  private static Partial withRow(Array costs, Partial before, Array row) {
    var found =
        Transforms.whileLoop(
            at -> at.sink.eq(NONE), at -> extended(costs, before, at), start(costs, before, row));
    var others = found.rows.and(Numpy.arange(costs.dim(0)).ne(row));
    var raised = before.u.at(row).add(found.lowest);
    var u =
        Numpy.where(
            others, raised.add(found.lowest).sub(found.lengths.get(before.columnOf)), raised);
    var v = Numpy.where(found.columns, before.v.add(found.lengths).sub(found.lowest), before.v);
    var exchanged =
        Transforms.whileLoop(
            at -> at.done.not(),
            at -> exchanged(found.path, row, at),
            new Exchange(found.sink, before.rowOf, before.columnOf, NdArray.scalar(DType.BOOL, 0)));
    return new Partial(u, v, found.path, exchanged.rowOf, exchanged.columnOf);
  }

  private static Search start(Array costs, Partial before, Array row) {
    int columns = costs.dim(1);
    return new Search(
        row,
        NdArray.scalar(costs.dtype(), 0),
        NdArray.scalar(DType.defaultInt(), columns),
        Numpy.flip(Numpy.arange(columns), 0),
        CostMatrix.falses(costs.dim(0)),
        CostMatrix.falses(columns),
        CostMatrix.infinities(columns, costs),
        before.path,
        NdArray.scalar(DType.defaultInt(), NONE));
  }

  /** Adds the row to the tree, and the nearest column after it. */
  private static Search extended(Array costs, Partial before, Search at) {
    var nearest =
        Transforms.foriLoop(
            NdArray.scalar(DType.defaultInt(), 0),
            at.count,
            (place, so) -> compared(costs, before, at, place, so),
            new Nearest(
                at.lengths,
                at.path,
                NdArray.scalar(costs.dtype(), Double.POSITIVE_INFINITY),
                NdArray.scalar(DType.defaultInt(), NONE)));
    var column = at.remaining.get(nearest.place);
    var owner = before.rowOf.get(column);
    var isFree = owner.eq(NONE);
    var count = at.count.sub(1);
    return new Search(
        Numpy.where(isFree, at.row, owner),
        nearest.lowest,
        count,
        at.remaining.at(nearest.place).set(at.remaining.get(count)),
        at.rows.at(at.row).set(1),
        at.columns.at(column).set(1),
        nearest.lengths,
        nearest.path,
        Numpy.where(isFree, column, at.sink));
  }

  private static Nearest compared(
      Array costs, Partial before, Search at, Array place, Nearest nearest) {
    var column = at.remaining.get(place);
    var length =
        at.lowest
            .add(costs.get(at.row, column))
            .sub(before.u.get(at.row))
            .sub(before.v.get(column));
    var known = nearest.lengths.get(column);
    var row = Numpy.where(length.lt(known), at.row, nearest.path.get(column));
    var lengths = nearest.lengths.at(column).min(length);
    var shortest = lengths.get(column);
    var isFree = before.rowOf.get(column).eq(NONE);
    var nearer = shortest.lt(nearest.lowest).or(shortest.eq(nearest.lowest).and(isFree));
    return new Nearest(
        lengths,
        nearest.path.at(column).set(row),
        Numpy.minimum(nearest.lowest, shortest),
        Numpy.where(nearer, place, nearest.place));
  }

  private static Exchange exchanged(Array path, Array current, Exchange at) {
    var row = path.get(at.sink);
    return new Exchange(
        at.columnOf.get(row),
        at.rowOf.at(at.sink).set(row),
        at.columnOf.at(row).set(at.sink),
        row.eq(current));
  }
}
