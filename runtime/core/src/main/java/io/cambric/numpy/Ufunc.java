package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.Editing;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Joining;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Shapes;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of two scalars, mapped over arrays with broadcasting, and its reductions. {@code
 * frompyfunc} makes one.
 *
 * <p>Reductions are scans along an axis, one row of elements per iteration. They support all
 * transformations. For sums, products and extremes, functions such as {@code sum}, {@code cumsum}
 * and {@code at(i).add} are faster.
 *
 * {@snippet :
 * var hypotenuse = frompyfunc((x, y) -> sqrt(x.square().add(y.square())), 0);
 * Array lengths = hypotenuse.reduce(points, 1);
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ufunc.html">jnp.ufunc</a>
 */
public final class Ufunc {

  private final ArrayFn2 function;
  private final Vectorize mapped;
  private final @Nullable Double identity;

  Ufunc(ArrayFn2 function, @Nullable Double identity) {
    this.function = function;
    this.mapped = Vectorize.of(args -> List.of(function.apply(args.get(0), args.get(1))));
    this.identity = identity;
  }

  /** {@return the values of the function; shapes broadcast} */
  public Array call(Array x, Array y) {
    return mapped.apply(x, y).getFirst();
  }

  /**
   * {@return the values of the function for all pairs of elements: {@code [a...], [b...] -> [a...,
   * b...]}}
   */
  public Array outer(Array x, Array y) {
    int[] dims = new int[x.rank() + y.rank()];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = i < x.rank() ? x.dim(i) : 1;
    }
    return call(x.reshape(dims), y);
  }

  /** {@return the elements along axis 0 combined from the first to the last} */
  public Array reduce(Array x) {
    return reduce(x, 0);
  }

  /** {@return the elements along an axis combined from the first to the last} */
  public Array reduce(Array x, int axis) {
    return reduce(x, axis, false, null, null);
  }

  /**
   * {@return the elements along an axis combined from the first to the last: {@code f(f(f(initial,
   * x0), x1), x2)}}
   *
   * <p>The dtype is the result dtype of the function of two elements.
   *
   * @param axis {@code null} for all elements in row-major order
   * @param keepDims whether the axis stays, with size 1
   * @param initial the value combined with the first element, {@code null} for the identity. If
   *     there is neither, the reduction begins with the first element
   * @param where mask of the included elements, {@code null} for all; broadcasts to x
   * @throws ShapeException if there is neither an identity nor {@code initial}, but a mask or no
   *     element
   * @throws DTypeException if the mask is not bool
   */
  public Array reduce(
      Array x,
      @Nullable Integer axis,
      boolean keepDims,
      @Nullable Array initial,
      @Nullable Array where) {
    requireMask(x, initial, where);
    var mask = where == null ? null : Operands.broadcastTo(where, x.shape());
    if (axis == null) {
      var all = Shapes.ravel(x);
      var combined = reduced(all, initial, mask == null ? null : Shapes.ravel(mask));
      return keepDims ? combined.reshape(Axes.filled(x.rank(), 1).toArray()) : combined;
    }
    int along = Axes.normalize(axis, x.rank(), "reduce");
    var rows = Shapes.moveaxis(x, along, 0);
    var combined = reduced(rows, initial, mask == null ? null : Shapes.moveaxis(mask, along, 0));
    return keepDims ? Shapes.expandDims(combined, along) : combined;
  }

  private void requireMask(Array x, @Nullable Array initial, @Nullable Array where) {
    Operands.requireMask("reduce", x, where);
    if (where != null && where.dtype() != DType.BOOL) {
      throw new DTypeException(
          "reduce needs a mask of bool, but got %s. Compare it with 0.".formatted(where.aval()));
    }
    if (where != null && identity == null && initial == null) {
      throw new ShapeException(
          "reduce with a mask needs an identity of the function, or an initial value. Pass one.");
    }
  }

  private Array reduced(Array rows, @Nullable Array initial, @Nullable Array mask) {
    var dtype = resultType(rows.dtype(), rows.dtype());
    var first = first(rows, initial, dtype);
    int from = initial == null && identity == null ? 1 : 0;
    var inputs = new ArrayList<Array>();
    inputs.add(Lax.convertElementType(Lax.sliceInDim(rows, from, rows.dim(0), 1, 0), dtype));
    if (mask != null) {
      inputs.add(mask);
    }
    return Transforms.scan(
            (Array value, List<Array> row) -> {
              var next = Lax.convertElementType(call(value, row.get(0)), dtype);
              var kept = row.size() == 1 ? next : Lax.select(row.get(1), next, value);
              return new Carry<Array, @Nullable Void>(kept, null);
            },
            first,
            inputs)
        .carry();
  }

  private Array first(Array rows, @Nullable Array initial, DType dtype) {
    var shape = rows.shape().slice(1, rows.rank());
    if (initial != null) {
      return Shapes.broadcastTo(Lax.convertElementType(initial, dtype), shape);
    }
    if (identity != null) {
      return Creation.full(shape, identity, dtype);
    }
    if (rows.dim(0) == 0) {
      throw new ShapeException(
          "reduce of no elements needs an identity of the function, or an initial value, but got %s. Pass one."
              .formatted(rows.aval()));
    }
    return Lax.convertElementType(ElementSelection.get(rows, 0), dtype);
  }

  /** {@return the reductions of all elements up to each one, along axis 0} */
  public Array accumulate(Array x) {
    return accumulate(x, 0);
  }

  /** {@return the reductions of all elements up to each one along an axis} */
  public Array accumulate(Array x, int axis) {
    int along = Axes.normalize(axis, x.rank(), "accumulate");
    var dtype = resultType(x.dtype(), x.dtype());
    var rows = Lax.convertElementType(Shapes.moveaxis(x, along, 0), dtype);
    if (x.size() == 0) {
      return Lax.convertElementType(x, dtype);
    }
    var first = ElementSelection.get(rows, 0);
    var later =
        Transforms.scan(
                (Array value, Array row) -> {
                  var next = Lax.convertElementType(call(value, row), dtype);
                  return new Carry<>(next, next);
                },
                first,
                Lax.sliceInDim(rows, 1, rows.dim(0), 1, 0))
            .output();
    var all = Joining.concatenate(Shapes.expandDims(first, 0), later);
    return Shapes.moveaxis(all, 0, along);
  }

  /**
   * {@return x with elements combined with values, one index after another; indices may repeat}
   *
   * @param indices along the first axis of x, integers of any shape
   * @param values with the axes of the indices first, or scalars; they broadcast
   */
  public Array at(Array x, Array indices, Array values) {
    Operands.requireInteger("at", "indices", indices);
    var dtype = resultType(x.dtype(), values.dtype());
    int lead = Math.min(indices.rank(), values.rank());
    var each =
        Shapes.broadcastTo(
            Lax.convertElementType(values, dtype),
            indices.shape().concat(values.shape().slice(lead, values.rank())));
    var rest = each.shape().slice(indices.rank(), each.rank());
    var steps =
        List.of(Shapes.ravel(indices), Lax.reshape(each, Shape.of(indices.size()).concat(rest)));
    return Transforms.scan(
            (Array current, List<Array> step) -> {
              var place = ElementSelection.at(current, Index.of(step.get(0)));
              var next = Lax.convertElementType(call(place.get(), step.get(1)), dtype);
              return new Carry<Array, @Nullable Void>(place.set(next), null);
            },
            Lax.convertElementType(x, dtype),
            steps)
        .carry();
  }

  /**
   * {@return reductions of segments of an axis}
   *
   * <p>A segment begins at its index and ends before the next index; the last segment ends with the
   * axis. If the next index is not larger, the segment is one element.
   *
   * @param indices a vector of integers in the range of the axis
   * @throws ShapeException if x is a scalar or the indices are not a vector
   */
  public Array reduceat(Array x, Array indices, int axis) {
    Operands.requireInteger("reduceat", "indices", indices);
    if (x.rank() == 0 || indices.rank() != 1) {
      throw new ShapeException(
          "reduceat needs an array with at least one axis and a vector of indices, but got %s and %s."
              .formatted(x.aval(), indices.aval()));
    }
    int along = Axes.normalize(axis, x.rank(), "reduceat");
    var rows = Shapes.moveaxis(x, along, 0);
    int[] column = Axes.filled(x.rank(), 1).toArray();
    column[0] = indices.size();
    var starts = Lax.convertElementType(indices, DType.I32).reshape(column);
    var ends =
        Editing.append(
                Lax.sliceInDim(starts.ravel(), 1, indices.size(), 1, 0),
                Creation.array(rows.dim(0)))
            .reshape(column);
    var pieces =
        Transforms.scan(
                (Array value, List<Array> step) -> {
                  var next = Lax.convertElementType(call(value, step.get(1)), x.dtype());
                  var inside =
                      Logic.logicalAnd(
                          Comparisons.greater(step.get(0), starts),
                          Comparisons.less(step.get(0), ends));
                  return new Carry<Array, @Nullable Void>(
                      ElementSelection.where(inside, next, value), null);
                },
                ElementSelection.take(rows, indices, 0),
                List.of(Lax.iota(DType.I32, rows.dim(0)), rows))
            .carry();
    return Shapes.moveaxis(pieces, 0, along);
  }

  private DType resultType(DType x, DType y) {
    return Transforms.evalShape(
            function, new ShapedArray(Shape.scalar(), x), new ShapedArray(Shape.scalar(), y))
        .dtype();
  }

  /** {@return the kind of function, and its identity} */
  @Override
  public String toString() {
    return "a function of two scalars" + (identity == null ? "" : " with identity " + identity);
  }
}
