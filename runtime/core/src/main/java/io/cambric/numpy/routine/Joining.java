package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Arrays joined into one, and arrays split into several. */
public final class Joining {

  private Joining() {}

  /**
   * {@return the concatenation of arrays along an axis, promoted to one dtype}
   *
   * @throws ShapeException if there are none, or their sizes differ along another axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.concatenate.html">jnp.concatenate</a>
   */
  public static Array concatenate(List<? extends Array> arrays, int axis) {
    requireSome("concatenate", arrays);
    int dimension = Axes.normalize(axis, arrays.getFirst().rank(), "concatenate");
    return Lax.concatenate(Operands.promoted(arrays.toArray(Array[]::new)), dimension);
  }

  /** {@return the concatenation of arrays along their first axis} */
  public static Array concatenate(List<? extends Array> arrays) {
    return concatenate(arrays, 0);
  }

  /** {@return the concatenation of arrays along their first axis} */
  public static Array concatenate(Array... arrays) {
    return concatenate(List.of(arrays), 0);
  }

  /**
   * {@return the concatenation of arrays along an axis, in a dtype}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.concatenate.html">jnp.concatenate</a>
   */
  public static Array concatenate(List<? extends Array> arrays, int axis, DType dtype) {
    return concatenate(converted(arrays, dtype), axis);
  }

  /**
   * {@return arrays of one shape along a new axis}
   *
   * @param axis the position of the new axis in the result
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.stack.html">jnp.stack</a>
   */
  public static Array stack(List<? extends Array> arrays, int axis) {
    requireSome("stack", arrays);
    var shape = arrays.getFirst().shape();
    for (var array : arrays) {
      if (!array.shape().equals(shape)) {
        throw new ShapeException(
            "stack needs arrays of equal shape, but got %s."
                .formatted(arrays.stream().map(Array::shape).toList()));
      }
    }
    int at = Axes.normalize(axis, shape.rank() + 1, "stack");
    return concatenate(arrays.stream().map(array -> Shapes.expandDims(array, at)).toList(), at);
  }

  /** {@return arrays of one shape along a new first axis} */
  public static Array stack(List<? extends Array> arrays) {
    return stack(arrays, 0);
  }

  /** {@return arrays of one shape along a new first axis} */
  public static Array stack(Array... arrays) {
    return stack(List.of(arrays), 0);
  }

  /** {@return arrays of one shape along a new axis, in a dtype} */
  public static Array stack(List<? extends Array> arrays, int axis, DType dtype) {
    return stack(converted(arrays, dtype), axis);
  }

  /** {@return arrays one below the other; rows become matrices} */
  public static Array vstack(Array... arrays) {
    return concatenate(mapped(arrays, Shapes::atleast2d), 0);
  }

  /** {@return arrays one below the other, in a dtype; rows become matrices} */
  public static Array vstack(DType dtype, Array... arrays) {
    return vstack(converted(dtype, arrays));
  }

  /** {@return arrays side by side: along the second axis, or vectors along their only axis} */
  public static Array hstack(Array... arrays) {
    var joined = mapped(arrays, Shapes::atleast1d);
    return concatenate(joined, joined.isEmpty() || joined.getFirst().rank() == 1 ? 0 : 1);
  }

  /** {@return arrays side by side, in a dtype} */
  public static Array hstack(DType dtype, Array... arrays) {
    return hstack(converted(dtype, arrays));
  }

  /** {@return arrays behind one another: along the third axis} */
  public static Array dstack(Array... arrays) {
    return concatenate(mapped(arrays, Shapes::atleast3d), 2);
  }

  /** {@return arrays behind one another along the third axis, in a dtype} */
  public static Array dstack(DType dtype, Array... arrays) {
    return dstack(converted(dtype, arrays));
  }

  /** {@return rows as the columns of a matrix; matrices side by side} */
  public static Array columnStack(Array... arrays) {
    return concatenate(
        mapped(arrays, x -> x.rank() < 2 ? Shapes.expandDims(Shapes.atleast1d(x), 1) : x), 1);
  }

  /**
   * {@return x cut along an axis into parts of one size}
   *
   * @throws ShapeException if the size of the axis is not a multiple of the number of parts
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.split.html">jnp.split</a>
   */
  public static List<Array> split(Array x, int sections, int axis) {
    int size = x.dim(Axes.normalize(axis, x.rank(), "split"));
    if (sections < 1 || size % sections != 0) {
      throw new ShapeException(
          "split of %s along axis %d needs a number of sections that divides %d, but got %d. Use arraySplit for parts of different sizes."
              .formatted(x.aval(), axis, size, sections));
    }
    return arraySplit(x, sections, axis);
  }

  /** {@return x cut along its first axis into parts of one size} */
  public static List<Array> split(Array x, int sections) {
    return split(x, sections, 0);
  }

  /** {@return x cut along an axis before each of these positions, ascending} */
  public static List<Array> split(Array x, int[] positions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "split");
    int size = x.dim(dimension);
    int[] sizes = new int[positions.length + 1];
    int from = 0;
    for (int i = 0; i < sizes.length; i++) {
      int to = i == positions.length ? size : Math.clamp(positions[i], from, size);
      sizes[i] = to - from;
      from = to;
    }
    return Lax.split(x, Axes.of(sizes), dimension);
  }

  /** {@return parts along the first axis; the first parts are longer if not all can be equal} */
  public static List<Array> arraySplit(Array x, int sections) {
    return arraySplit(x, sections, 0);
  }

  /**
   * {@return x cut along an axis into parts with sizes that differ by at most one; longer parts
   * come first}
   */
  public static List<Array> arraySplit(Array x, int sections, int axis) {
    int size = x.dim(Axes.normalize(axis, x.rank(), "array_split"));
    int[] positions = new int[Sizes.atLeast("array_split", "number of sections", sections, 1) - 1];
    int longer = size % sections;
    for (int i = 0; i < positions.length; i++) {
      positions[i] = (i + 1) * (size / sections) + Math.min(i + 1, longer);
    }
    return split(x, positions, axis);
  }

  /** {@return x cut along the second axis, or the only axis, into parts of one size} */
  public static List<Array> hsplit(Array x, int sections) {
    return split(x, sections, x.rank() == 1 ? 0 : 1);
  }

  /** {@return x cut along the first axis into parts of one size} */
  public static List<Array> vsplit(Array x, int sections) {
    return split(x, sections, 0);
  }

  /** {@return x cut along the third axis into parts of one size} */
  public static List<Array> dsplit(Array x, int sections) {
    return split(x, sections, 2);
  }

  /** {@return the parts of x along its first axis, each without that axis} */
  public static List<Array> unstack(Array x) {
    return unstack(x, 0);
  }

  /** {@return the parts of x along an axis, each without that axis} */
  public static List<Array> unstack(Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "unstack");
    return split(x, x.dim(dimension), dimension).stream()
        .map(part -> Shapes.squeeze(part, dimension))
        .toList();
  }

  /**
   * {@return arrays joined along their last axes into rows, and the rows joined along the axis
   * before}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.block.html">jnp.block</a>
   */
  public static Array block(List<? extends List<? extends Array>> rows) {
    int rank =
        Math.max(2, rows.stream().flatMap(List::stream).mapToInt(Array::rank).max().orElse(0));
    var joined = new ArrayList<Array>();
    for (var row : rows) {
      joined.add(concatenate(row.stream().map(part -> atLeast(part, rank)).toList(), -1));
    }
    return concatenate(joined, -2);
  }

  private static void requireSome(String name, List<? extends Array> arrays) {
    if (arrays.isEmpty()) {
      throw new ShapeException(name + " needs at least one array, but got none.");
    }
  }

  private static List<Array> mapped(Array[] arrays, UnaryOperator<Array> f) {
    return Arrays.stream(arrays).map(f).toList();
  }

  private static List<Array> converted(List<? extends Array> arrays, DType dtype) {
    return arrays.stream().map(array -> Lax.convertElementType(array, dtype)).toList();
  }

  private static Array[] converted(DType dtype, Array... arrays) {
    return converted(List.of(arrays), dtype).toArray(Array[]::new);
  }

  private static Array atLeast(Array x, int rank) {
    return x.rank() >= rank ? x : Lax.expandDims(x, Axes.range(0, rank - x.rank()));
  }
}
