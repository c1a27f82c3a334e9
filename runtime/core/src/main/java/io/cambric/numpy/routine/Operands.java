package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts operands to one dtype and one shape, as operations of {@code lax} require. */
public final class Operands {

  private Operands() {}

  /** An operation on two operands of one dtype and shape. */
  @FunctionalInterface
  public interface Binary {
    Array apply(Array x, Array y);
  }

  /** {@return the operation on promoted and broadcast operands} */
  public static Array binary(String name, Binary operation, Array x, Array y) {
    if (x.dtype() == y.dtype() && x.shape().equals(y.shape())) {
      return operation.apply(x, y);
    }
    return applied(name, operation, promoted(x, y));
  }

  /** {@return the operation on floating operands; integers become the default floating dtype} */
  public static Array inexactBinary(String name, Binary operation, Array x, Array y) {
    return applied(name, operation, inexact(x, y));
  }

  /** {@return the operation on operands that are not bool; bool becomes i32} */
  public static Array numericBinary(String name, Binary operation, Array x, Array y) {
    return applied(name, operation, numeric(x, y));
  }

  private static Array applied(String name, Binary operation, List<Array> operands) {
    var broadcast = broadcast(name, operands);
    return operation.apply(broadcast.get(0), broadcast.get(1));
  }

  /** {@return the operands in their common dtype} */
  public static List<Array> promoted(Array... operands) {
    return converted(operands, Promotion.resultType(Arrays.asList(operands)));
  }

  /** {@return the operands of a contraction, like {@link #promoted}; weak only if both are} */
  public static List<Array> contracted(Array x, Array y) {
    boolean weak = x.aval().weak() && y.aval().weak();
    var type = Promotion.resultType(List.of(x, y));
    return converted(new Array[] {x, y}, new Promotion.Type(type.dtype(), weak));
  }

  /** {@return the operands in their common floating dtype} */
  public static List<Array> inexact(Array... operands) {
    var type = Promotion.resultType(Arrays.asList(operands));
    return converted(operands, new Promotion.Type(Promotion.toInexact(type.dtype()), type.weak()));
  }

  /** {@return the operands in their common dtype, with bool as an integer} */
  public static List<Array> numeric(Array... operands) {
    var type = Promotion.resultType(Arrays.asList(operands));
    return converted(operands, new Promotion.Type(Promotion.toNumeric(type.dtype()), type.weak()));
  }

  /** {@return the operand with a strong dtype} */
  public static Array strong(Array x) {
    return x.aval().weak() ? Lax.convertElementType(x, x.dtype()) : x;
  }

  private static List<Array> converted(Array[] operands, Promotion.Type type) {
    var converted = new ArrayList<Array>(operands.length);
    for (var operand : operands) {
      converted.add(converted(operand, type));
    }
    return converted;
  }

  /** {@return the operand in a dtype; a concrete scalar is converted without an operation} */
  public static Array converted(Array operand, Promotion.Type type) {
    if (operand.dtype() == type.dtype()) {
      return operand;
    }
    if (operand instanceof NdArray scalar && scalar.rank() == 0 && operand.aval().weak()) {
      return NdArray.scalar(
          new ShapedArray(Shape.scalar(), type.dtype(), type.weak()), scalar.getDouble(0));
    }
    return Lax.convertElementType(operand, type.dtype(), type.weak());
  }

  /** {@return the operand in a floating dtype} */
  public static Array inexact(Array operand) {
    return converted(
        operand, new Promotion.Type(Promotion.toInexact(operand.dtype()), operand.aval().weak()));
  }

  /** {@return the operand, with bool as an integer} */
  public static Array numeric(Array operand) {
    return converted(operand, new Promotion.Type(Promotion.toNumeric(operand.dtype()), false));
  }

  /** {@return the operands in the shape to which they broadcast; scalars stay scalars} */
  public static List<Array> broadcast(String name, List<Array> operands) {
    var shape = broadcastShapes(name, operands.stream().map(Array::shape).toList());
    var broadcast = new ArrayList<Array>(operands.size());
    for (var operand : operands) {
      broadcast.add(operand.rank() == 0 ? operand : broadcastTo(operand, shape));
    }
    return broadcast;
  }

  /** {@return the operand in a shape that it is known to broadcast to} */
  public static Array broadcastTo(Array operand, Shape shape) {
    return Lax.broadcastInDim(
        operand, shape, Axes.range(shape.rank() - operand.rank(), shape.rank()));
  }

  /**
   * {@return the common shape to which shapes broadcast}
   *
   * @throws ShapeException if two sizes along an axis differ and neither is 1
   */
  public static Shape broadcastShapes(String name, List<Shape> shapes) {
    int rank = shapes.stream().mapToInt(Shape::rank).max().orElse(0);
    int[] dims = new int[rank];
    Arrays.fill(dims, 1);
    for (var shape : shapes) {
      int lead = rank - shape.rank();
      for (int i = 0; i < shape.rank(); i++) {
        int size = shape.dim(i);
        if (size != 1 && dims[lead + i] != 1 && size != dims[lead + i]) {
          throw new ShapeException(
              "%s needs shapes that broadcast, with equal sizes or 1 counted from the last axis, but got %s. Reshape one, or insert axes with expandDims."
                  .formatted(name, shapes));
        }
        if (size != 1) {
          dims[lead + i] = size;
        }
      }
    }
    return Shape.of(dims);
  }

  /** {@return a Java number as a weak scalar in the dtype that it takes next to {@code like}} */
  public static NdArray number(Array like, double number) {
    return NdArray.scalar(
        new ShapedArray(Shape.scalar(), numberType(like.dtype(), number), true), number);
  }

  private static DType numberType(DType dtype, double number) {
    if (dtype.isFloating()) {
      return dtype;
    }
    if (number != Math.rint(number) || Double.isInfinite(number)) {
      return DType.defaultFloat();
    }
    // A negative number with an unsigned dtype wraps, as in JAX.
    boolean fits =
        (number >= Integer.MIN_VALUE && number <= Integer.MAX_VALUE)
            || (dtype == DType.U32 && number > 0 && number < 0x1p32)
            || (dtype.is64Bit() && Math.abs(number) <= 0x1p63);
    if (!fits) {
      return DType.defaultFloat();
    }
    return dtype == DType.BOOL ? DType.defaultInt() : dtype;
  }

  /** {@return a constant of the dtype of {@code like}, weak if {@code like} is weak} */
  public static Array constant(Array like, double value) {
    return Lax.fullLike(like, value);
  }

  /**
   * {@return integers in a dtype that can represent a size, which would wrap in a narrower dtype}
   */
  public static Array wideFor(Array indices, int size) {
    return size > indices.dtype().highest() ? Lax.convertElementType(indices, DType.I32) : indices;
  }

  /** {@return indices that count from the first element, given indices that may be negative} */
  public static Array fromFirst(Array indices, int size) {
    var wide = wideFor(indices, size);
    if (wide.dtype().kind() == DType.Kind.UNSIGNED) {
      return wide;
    }
    return Lax.select(Lax.lt(wide, constant(wide, 0)), Lax.add(wide, constant(wide, size)), wide);
  }

  /**
   * Checks that a mask, if there is one, has a truth value for each element of an operand.
   *
   * @throws ShapeException if its shape does not broadcast to the shape of the operand
   */
  public static void requireMask(String name, Array x, @Nullable Array where) {
    if (where == null) {
      return;
    }
    int lead = x.rank() - where.rank();
    boolean fits = lead >= 0;
    for (int i = 0; fits && i < where.rank(); i++) {
      fits = where.dim(i) == 1 || where.dim(i) == x.dim(lead + i);
    }
    if (!fits) {
      throw new ShapeException(
          "%s needs a mask that broadcasts to the shape of its operand, but got %s for %s. Reshape it, or insert axes with expandDims."
              .formatted(name, where.aval(), x.aval()));
    }
  }

  /**
   * Checks that an operand is an integer.
   *
   * @throws DTypeException if not
   */
  public static void requireInteger(String name, String argument, Array x) {
    if (!x.dtype().isInteger()) {
      throw new DTypeException(
          "%s needs %s of an integer dtype, but got %s. Convert it with astype(DType.I32)."
              .formatted(name, argument, x.aval()));
    }
  }

  /**
   * Checks that an operand is a vector.
   *
   * @throws ShapeException if the rank is not 1
   */
  public static void requireVector(String name, Array x) {
    if (x.rank() != 1) {
      throw new ShapeException("%s needs a vector, but got %s.".formatted(name, x.aval()));
    }
  }

  /** {@return whether each element is not 0} */
  public static Array toBool(Array x) {
    return x.dtype() == DType.BOOL ? x : Lax.ne(x, Operands.constant(x, 0));
  }

  /** {@return a range along an axis, known to be in bounds} */
  public static Array sliced(Array x, int dimension, int from, int to) {
    if (from == 0 && to == x.dim(dimension)) {
      return x;
    }
    int[] start = new int[x.rank()];
    int[] limit = x.shape().toArray();
    start[dimension] = from;
    limit[dimension] = to;
    return Lax.slice(x, Axes.of(start), Axes.of(limit), Axes.filled(x.rank(), 1));
  }

  /** {@return a strong constant of a dtype} */
  public static Array strong(DType dtype, double value) {
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype), value);
  }
}
