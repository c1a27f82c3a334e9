package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.RaggedDotDims;
import java.util.List;

/** Contractions with one axis divided into groups, which have dynamic sizes. */
public final class RaggedOps {

  private RaggedOps() {}

  /**
   * {@return the product of each row with the matrix of its group}
   *
   * <p>Shapes: {@code lhs: [m, k], rhs: [g, k, n], groupSizes: [g] -> [m, n]}. The first {@code
   * groupSizes[0]} rows belong to group 0, and so on. Rows behind the last group give 0.
   *
   * @param groupSizes integers, not negative
   * @throws ShapeException if the shapes do not match
   * @throws io.cambric.errors.DTypeException if the operands have two dtypes, or the sizes are no
   *     integers
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ragged_dot.html">lax.ragged_dot</a>
   */
  public static Array raggedDot(Array lhs, Array rhs, Array groupSizes) {
    return raggedDotGeneral(lhs, rhs, groupSizes, RaggedDotDims.ROWS);
  }

  /** {@return the products of rows with the matrices of their groups, in a wider dtype} */
  public static Array raggedDot(
      Array lhs, Array rhs, Array groupSizes, DType preferredElementType) {
    return raggedDotGeneral(lhs, rhs, groupSizes, RaggedDotDims.ROWS, preferredElementType);
  }

  /**
   * {@return a ragged contraction of operands that are widened to another dtype first}
   *
   * @param preferredElementType of the result, of the same kind and no narrower
   */
  public static Array raggedDotGeneral(
      Array lhs, Array rhs, Array groupSizes, RaggedDotDims dims, DType preferredElementType) {
    ContractionOps.requireWider("ragged_dot_general", lhs, preferredElementType);
    ContractionOps.requireWider("ragged_dot_general", rhs, preferredElementType);
    return raggedDotGeneral(
        UnaryOps.convertElementType(lhs, preferredElementType),
        UnaryOps.convertElementType(rhs, preferredElementType),
        groupSizes,
        dims);
  }

  /**
   * {@return a contraction with one axis of lhs divided into groups}
   *
   * <p>Shapes, with batch axes b and the ragged axis m:
   *
   * <ul>
   *   <li>m neither contracted nor batched: {@code [b, m, k], [g, b, k, n], [b, g] -> [b, m, n]};
   *   <li>m contracted: {@code [b, m, k], [b, m, n], [b, g] -> [g, b, k, n]};
   *   <li>m a batch axis: {@code [b, m, k], [b, k, n] -> [b, m, n]}, for any group sizes.
   * </ul>
   *
   * <p>All three forms have derivatives; in JAX only the first one does.
   *
   * @param groupSizes integers, not negative: {@code [g]}, or with further axes in front. They are
   *     the batch axes, and the axes of the kind of the ragged axis before it.
   * @throws ShapeException if the axes or shapes do not match
   * @throws io.cambric.errors.DTypeException if the operands have two dtypes, or the sizes are no
   *     integers
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ragged_dot_general.html">lax.ragged_dot_general</a>
   */
  public static Array raggedDotGeneral(Array lhs, Array rhs, Array groupSizes, RaggedDotDims dims) {
    requireAxes(lhs, rhs, dims);
    var dot = dims.dot();
    int ragged = dims.lhsRagged().get(0);
    if (dot.lhsBatch().contains(ragged)) {
      return ContractionOps.dotGeneral(lhs, rhs, dot);
    }
    return dot.lhsContract().contains(ragged)
        ? contracted(lhs, rhs, groupSizes, dot, ragged)
        : multiplied(lhs, rhs, groupSizes, dims, ragged);
  }

  private static Array multiplied(
      Array lhs, Array rhs, Array sizes, RaggedDotDims dims, int ragged) {
    var dot = dims.dot();
    var free = dot.lhsFree(lhs.rank());
    var before = part(free, 0, free.indexOf(ragged));
    var behind = part(free, free.indexOf(ragged) + 1, free.size());
    var prefix = dot.lhsBatch().concat(before);
    var rhsFree = dot.rhsContract().concat(dot.rhsBatch()).concat(dims.rhsGroup());
    var columns = rhsFree.complement(rhs.rank());
    var rows = Axes.of(ragged).concat(behind);
    var product =
        Trace.bind(
                new RaggedDot(),
                List.of(
                    RaggedGroups.grouped(lhs, prefix, rows, dot.lhsContract()),
                    RaggedGroups.grouped(
                        rhs, dims.rhsGroup(), dot.rhsBatch(), dot.rhsContract(), columns),
                    sizes(sizes, lhs, prefix, behind)))
            .getFirst();
    var shape = lhs.shape();
    return ShapeOps.reshape(
        product,
        shape.select(prefix).concat(shape.select(rows)).concat(rhs.shape().select(columns)));
  }

  private static Array contracted(Array lhs, Array rhs, Array sizes, DotDims dot, int ragged) {
    int at = dot.lhsContract().indexOf(ragged);
    int count = dot.lhsContract().size();
    var before = part(dot.lhsContract(), 0, at);
    var prefix = dot.lhsBatch().concat(before);
    var rhsPrefix = dot.rhsBatch().concat(part(dot.rhsContract(), 0, at));
    var behind = part(dot.lhsContract(), at + 1, count);
    var lhsFree = dot.lhsFree(lhs.rank());
    var rhsFree = dot.rhsFree(rhs.rank());
    var sums =
        Trace.bind(
                new RaggedContraction(),
                List.of(
                    RaggedGroups.grouped(lhs, prefix, part(dot.lhsContract(), at, count), lhsFree),
                    RaggedGroups.grouped(
                        rhs, rhsPrefix, part(dot.rhsContract(), at, count), rhsFree),
                    sizes(sizes, lhs, prefix, behind)))
            .getFirst();
    var batch = lhs.shape().select(dot.lhsBatch());
    var free = lhs.shape().select(lhsFree).concat(rhs.shape().select(rhsFree));
    var groups = Shape.of(sums.dim(0));
    var apart = groups.concat(batch).concat(lhs.shape().select(before)).concat(free);
    int first = 1 + batch.rank();
    return ReductionOps.reduceSum(
        ShapeOps.reshape(sums, apart), Axes.range(first, first + before.size()));
  }

  /**
   * {@return the sizes of groups of rows, one list per batch; a place of the ragged axis may be
   * several rows}
   */
  private static Array sizes(Array sizes, Array lhs, Axes prefix, Axes behind) {
    var lead = lhs.shape().select(prefix);
    if (sizes.rank() == 0
        || (sizes.rank() > 1 && !lead.equals(sizes.shape().slice(0, sizes.rank() - 1)))) {
      throw new ShapeException(
          "ragged_dot_general needs sizes of shape [groups], or %s followed by the groups, but got %s."
              .formatted(lead, sizes.aval()));
    }
    int groups = sizes.dim(-1);
    var each =
        sizes.rank() == 1
            ? ShapeOps.broadcast(sizes, Shape.of(lead.size()))
            : ShapeOps.reshape(sizes, Shape.of(lead.size(), groups));
    int times = lhs.shape().select(behind).size();
    return times == 1 ? each : BinaryOps.mul(each, ShapeOps.fullLike(each, times));
  }

  private static Axes part(Axes axes, int from, int to) {
    return axes.select(Axes.range(from, to));
  }

  private static void requireAxes(Array lhs, Array rhs, RaggedDotDims dims) {
    var dot = dims.dot();
    boolean one = dims.lhsRagged().size() == 1;
    int ragged = one ? dims.lhsRagged().get(0) : -1;
    boolean inside = ragged >= 0 && ragged < lhs.rank();
    boolean free = !dot.lhsContract().contains(ragged) && !dot.lhsBatch().contains(ragged);
    boolean grouped = dims.rhsGroup().size() == (free ? 1 : 0);
    if (grouped && free) {
      int group = dims.rhsGroup().get(0);
      boolean used = dot.rhsContract().contains(group) || dot.rhsBatch().contains(group);
      grouped = group >= 0 && group < rhs.rank() && !used;
    }
    if (!inside || !grouped) {
      throw new ShapeException(
          "ragged_dot_general needs one ragged axis of lhs, and one group axis of rhs unless the ragged axis is contracted or batched, but got axes %s of %s and %s of %s."
              .formatted(dims.lhsRagged(), lhs.aval(), dims.rhsGroup(), rhs.aval()));
    }
    // Checks contracted and batch axes.
    new DotGeneral(dot).type(List.of(lhs.aval(), rhs.aval()));
  }
}
