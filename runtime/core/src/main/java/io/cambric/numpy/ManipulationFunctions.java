package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays with elements taken out, put in or put over others. */
final class ManipulationFunctions {

  private ManipulationFunctions() {}

  /** {@return the elements in one row without those at these positions} */
  public static Array delete(Array x, int[] positions) {
    return delete(ShapeFunctions.ravel(x), positions, 0);
  }

  /** {@return the elements in one row without the one at this position} */
  public static Array delete(Array x, int position) {
    return delete(ShapeFunctions.ravel(x), position, 0);
  }

  /**
   * {@return x without the elements at positions along an axis}
   *
   * @param positions negative ones count from the last
   * @throws ShapeException if a position is outside
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.delete.html">jnp.delete</a>
   */
  public static Array delete(Array x, int[] positions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "delete");
    int size = x.dim(dimension);
    var kept = new boolean[size];
    Arrays.fill(kept, true);
    for (int position : positions) {
      if (position < -size || position >= size) {
        throw new ShapeException(
            "delete of %s along axis %d needs positions in [%d, %d), but got %d."
                .formatted(x.aval(), axis, -size, size, position));
      }
      kept[Math.floorMod(position, size)] = false;
    }
    return compress(ArrayCreation.array(kept), x, dimension);
  }

  /** {@return x without the element at a position along an axis} */
  public static Array delete(Array x, int position, int axis) {
    return delete(x, new int[] {position}, axis);
  }

  /**
   * {@return x with values put in along an axis}
   *
   * @param positions before which of the elements of x they come; negative ones count from the last
   * @param values broadcast to x with this number of elements along the axis; converted to its
   *     dtype
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.insert.html">jnp.insert</a>
   */
  public static Array insert(Array x, int[] positions, Array values, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "insert");
    int size = x.dim(dimension);
    var added =
        ShapeFunctions.broadcastTo(
            values.astype(x.dtype()), x.shape().with(dimension, positions.length));
    var order = new ArrayList<Integer>();
    for (int i = 0; i < positions.length; i++) {
      order.add(i);
    }
    int[] before = new int[positions.length];
    for (int i = 0; i < before.length; i++) {
      before[i] = Math.clamp(positions[i] < 0 ? positions[i] + size : positions[i], 0, size);
    }
    order.sort((i, j) -> Integer.compare(before[i], before[j]));
    var parts = new ArrayList<Array>();
    int from = 0;
    for (int i : order) {
      parts.add(JoinFunctions.sliced(x, dimension, from, before[i]));
      parts.add(JoinFunctions.sliced(added, dimension, i, i + 1));
      from = before[i];
    }
    parts.add(JoinFunctions.sliced(x, dimension, from, size));
    return Lax.concatenate(parts, dimension);
  }

  /**
   * {@return x with values put in at one position along an axis, in their order}
   *
   * @param values of the rank of x, or one fewer for a single slice, or a scalar
   */
  public static Array insert(Array x, int position, Array values, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "insert");
    var slices = values.rank() < x.rank() - 1 ? values : expandedTo(values, x.rank(), dimension);
    int count = slices.rank() == x.rank() ? slices.dim(dimension) : 1;
    int[] positions = new int[count];
    Arrays.fill(positions, position);
    return insert(x, positions, slices, axis);
  }

  private static Array expandedTo(Array values, int rank, int dimension) {
    return values.rank() == rank ? values : ShapeFunctions.expandDims(values, dimension);
  }

  /** {@return the elements along an axis where a vector of bools of known values is true} */
  public static Array compress(Array condition, Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "compress");
    if (condition.rank() != 1 || condition.size() > x.dim(dimension)) {
      throw new ShapeException(
          "compress of %s along axis %d needs a vector of %d bools at most, but got %s."
              .formatted(x.aval(), axis, x.dim(dimension), condition.aval()));
    }
    var index = new ArrayList<Index>();
    for (int i = 0; i < dimension; i++) {
      index.add(Index.all());
    }
    index.add(Index.of(SetFunctions.flatnonzero(condition)));
    return IndexFunctions.get(x, index.toArray(Index[]::new));
  }

  /** {@return the elements of the flattened x where bools of known values are true} */
  public static Array compress(Array condition, Array x) {
    return compress(condition, ShapeFunctions.ravel(x), 0);
  }

  /** {@return the elements of x where bools of known values are true, both flattened} */
  public static Array extract(Array condition, Array x) {
    return compress(ShapeFunctions.ravel(condition), ShapeFunctions.ravel(x), 0);
  }

  /**
   * {@return x with values put over the elements at positions along an axis, all other axes running
   * together}
   *
   * @param indices integers of the rank of x that broadcast with it along the other axes; negative
   *     ones count from the last, those outside are dropped
   * @param values broadcast to the indices; converted to the dtype of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.put_along_axis.html">jnp.put_along_axis</a>
   */
  public static Array putAlongAxis(Array x, Array indices, Array values, int axis) {
    return putAlongAxis(x, indices, values, axis, GatherMode.FILL_OR_DROP);
  }

  /**
   * {@return x with values put over the elements at positions along an axis}
   *
   * @param mode what comes of places outside: dropped, moved inside or wrapped
   */
  public static Array putAlongAxis(
      Array x, Array indices, Array values, int axis, GatherMode mode) {
    Operands.requireInteger("put_along_axis", "indices", indices);
    if (x.rank() != indices.rank()) {
      throw new ShapeException(
          "put_along_axis needs indices of the rank of the array, but got %s and %s."
              .formatted(indices.aval(), x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "put_along_axis");
    var all =
        ShapeFunctions.broadcastTo(indices, x.shape().with(dimension, indices.dim(dimension)));
    int size = x.dim(dimension);
    var places =
        mode == GatherMode.WRAP
            ? ArithmeticFunctions.mod(Operands.wideFor(all, size), size)
            : Operands.fromFirst(all, size);
    var others = Axes.of(dimension).complement(x.rank());
    var dims = new GatherDims(Axes.of(), Axes.of(dimension), Axes.of(dimension), others, others);
    return Lax.scatter(
        ScatterKind.SET,
        x,
        ShapeFunctions.expandDims(places, -1),
        ShapeFunctions.broadcastTo(values.astype(x.dtype()), all.shape()),
        dims.toScatter(),
        mode,
        false);
  }

  /**
   * {@return x with values at places of the flattened array, repeated as often as needed}
   *
   * @param mode what comes of places outside: dropped, moved inside or wrapped
   */
  public static Array put(Array x, Array places, Array values, GatherMode mode) {
    Operands.requireInteger("put", "places", places);
    if (x.size() == 0 || places.size() == 0 || values.size() == 0) {
      return x;
    }
    var at = IndexFunctions.at(ShapeFunctions.ravel(x), Index.of(ShapeFunctions.ravel(places)));
    var how =
        switch (mode) {
          case CLIP -> at.clip();
          case WRAP -> at.wrap();
          case FILL_OR_DROP, PROMISE_IN_BOUNDS -> at.drop();
        };
    return how.set(resize(values, Shape.of(places.size()))).reshape(x.shape());
  }

  /**
   * {@return x with values where a mask is true, one after the other, repeated as often as needed}
   */
  public static Array place(Array x, Array mask, Array values) {
    if (x.size() != mask.size() || values.size() == 0) {
      throw new ShapeException(
          "place needs a mask of as many elements as the array and one value at least, but got %s, %s and %s."
              .formatted(x.aval(), mask.aval(), values.aval()));
    }
    var places = SetFunctions.flatnonzero(mask, mask.size(), mask.size());
    return put(x, places, values, GatherMode.FILL_OR_DROP);
  }

  /**
   * {@return x with values along its diagonal, where all indices are equal}
   *
   * @param values a scalar, or elements that are repeated as often as needed
   * @throws ShapeException if x has fewer than two axes, or more of different sizes
   */
  public static Array fillDiagonal(Array x, Array values) {
    boolean fits = x.rank() == 2 || (x.rank() > 2 && Axes.of(x.shape().toArray()).all(x.dim(0)));
    if (!fits) {
      throw new ShapeException(
          "fill_diagonal needs an array of two axes, or of more of one size, but got %s."
              .formatted(x.aval()));
    }
    int size = Arrays.stream(x.shape().toArray()).min().orElse(0);
    var index =
        GridCreation.diagIndices(size, x.rank()).stream().map(Index::of).toArray(Index[]::new);
    var line = values.rank() == 0 ? values : resize(values, Shape.of(size));
    return IndexFunctions.at(x, index).uniqueIndices().set(line);
  }

  /** {@return x with a number along its diagonal} */
  public static Array fillDiagonal(Array x, double value) {
    return fillDiagonal(x, Operands.number(x, value));
  }

  /**
   * {@return the elements in row-major order in another shape, repeated or cut off as needed}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.resize.html">jnp.resize</a>
   */
  public static Array resize(Array x, Shape shape) {
    if (x.size() == 0 || shape.size() == 0) {
      return Lax.zeros(x.aval().withShape(shape));
    }
    var repeated =
        JoinFunctions.tile(ShapeFunctions.ravel(x), Math.ceilDiv(shape.size(), x.size()));
    return Lax.reshape(JoinFunctions.sliced(repeated, 0, 0, shape.size()), shape);
  }

  /**
   * {@return arrays joined along their last axes by rows, and the rows along the axis before}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.block.html">jnp.block</a>
   */
  public static Array block(List<? extends List<? extends Array>> rows) {
    int rank =
        Math.max(2, rows.stream().flatMap(List::stream).mapToInt(Array::rank).max().orElse(0));
    var joined = new ArrayList<Array>();
    for (var row : rows) {
      joined.add(
          JoinFunctions.concatenate(row.stream().map(part -> atLeast(part, rank)).toList(), -1));
    }
    return JoinFunctions.concatenate(joined, -2);
  }

  private static Array atLeast(Array x, int rank) {
    return x.rank() >= rank ? x : Lax.expandDims(x, Axes.range(0, rank - x.rank()));
  }

  /** {@return the array without zeros at the ends of its axes} */
  public static Array trimZeros(Array x) {
    return trimZeros(x, true, true);
  }

  /**
   * {@return the array without zeros at ends of its axes, as {@link #trimZeros(Array, boolean,
   * boolean, Axes)}}
   */
  public static Array trimZeros(Array x, boolean front, boolean back) {
    return trimZeros(x, front, back, Axes.range(0, x.rank()));
  }

  /**
   * {@return an array of known values without the slices of zeros at the ends of axes}
   *
   * @param front whether slices before the first other element go
   * @param back whether slices after the last other element go
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.trim_zeros.html">jnp.trim_zeros</a>
   */
  public static Array trimZeros(Array x, boolean front, boolean back, Axes axes) {
    var along = axes.normalized(x.rank(), "trim_zeros");
    var others = SetFunctions.nonzero(x.concrete("trim_zeros"));
    if (!front && !back) {
      return x;
    }
    var trimmed = x;
    for (int i = 0; i < along.size(); i++) {
      int axis = along.get(i);
      int[] places = others.get(axis).toInts();
      int first = Arrays.stream(places).min().orElse(0);
      int last = Arrays.stream(places).max().orElse(-1);
      boolean empty = places.length == 0;
      int to = back || empty ? last + 1 : x.dim(axis);
      trimmed = IndexFunctions.slice(trimmed, axis, front ? first : 0, to);
    }
    return trimmed;
  }

  /**
   * {@return eight elements along an axis as the bits of a u8, the last one filled up with zeros}
   *
   * @param x integers or bools; not 0 is a set bit
   * @param littleEndian whether the first one is the lowest bit, not the highest
   */
  public static Array packbits(Array x, int axis, boolean littleEndian) {
    if (x.dtype().isFloating()) {
      throw new DTypeException("packbits needs integers or bools, but got %s.".formatted(x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "packbits");
    var bits = ShapeFunctions.swapaxes(WhereFunctions.toBool(x).astype(DType.U8), dimension, -1);
    int[][] widths = new int[x.rank()][2];
    widths[x.rank() - 1][1] = Math.floorMod(-bits.dim(-1), 8);
    var filled = PadFunctions.pad(bits, widths);
    var groups =
        Lax.reshape(
            filled, filled.shape().with(x.rank() - 1, filled.dim(-1) / 8).insert(x.rank(), 8));
    var packed =
        ReductionFunctions.sum(WhereFunctions.leftShift(groups, bitPlaces(littleEndian)), -1)
            .astype(DType.U8);
    return ShapeFunctions.swapaxes(packed, dimension, -1);
  }

  /** {@return the flattened elements as the bits of u8, the first one the highest} */
  public static Array packbits(Array x) {
    return packbits(ShapeFunctions.ravel(x), 0, false);
  }

  /** {@return the bits of all bytes in one row, the highest bit of each first} */
  public static Array unpackbits(Array x) {
    return unpackbits(ShapeFunctions.ravel(x), 0, null, false);
  }

  /**
   * {@return the bits of u8 along an axis, each as a u8}
   *
   * @param count how many bits; {@code null} for all
   * @param littleEndian whether the lowest bit comes first, not the highest
   */
  public static Array unpackbits(Array x, int axis, @Nullable Integer count, boolean littleEndian) {
    if (x.dtype() != DType.U8) {
      throw new DTypeException(
          "unpackbits needs u8, but got %s. Convert it with astype(DType.U8).".formatted(x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "unpackbits");
    var last = ShapeFunctions.expandDims(ShapeFunctions.swapaxes(x, dimension, -1), -1);
    var one = Operands.constant(x, 1);
    var bits =
        WhereFunctions.bitwiseAnd(WhereFunctions.rightShift(last, bitPlaces(littleEndian)), one);
    int all = 8 * x.dim(dimension);
    var flat = Lax.reshape(bits, bits.shape().slice(0, x.rank() - 1).insert(x.rank() - 1, all));
    if (count != null) {
      int[][] widths = new int[x.rank()][2];
      widths[x.rank() - 1][1] = Math.max(0, count - all);
      flat = JoinFunctions.sliced(PadFunctions.pad(flat, widths), x.rank() - 1, 0, count);
    }
    return ShapeFunctions.swapaxes(flat, dimension, -1);
  }

  private static Array bitPlaces(boolean littleEndian) {
    var places = Lax.iota(DType.U8, 8);
    return littleEndian ? places : JoinFunctions.flip(places);
  }
}
