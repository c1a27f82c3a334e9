package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ArrayMethods;
import io.cambric.core.At;
import io.cambric.core.Index;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of {@link Array} by the functions of {@link Numpy}. */
public final class FluentMethods implements ArrayMethods {

  /** Called by the service loader. */
  public FluentMethods() {}

  @Override
  public Array number(Array like, double number) {
    return Operands.number(like, number);
  }

  @Override
  public Array add(Array x, Array y) {
    return ArithmeticFunctions.add(x, y);
  }

  @Override
  public Array sub(Array x, Array y) {
    return ArithmeticFunctions.subtract(x, y);
  }

  @Override
  public Array mul(Array x, Array y) {
    return ArithmeticFunctions.multiply(x, y);
  }

  @Override
  public Array div(Array x, Array y) {
    return ArithmeticFunctions.divide(x, y);
  }

  @Override
  public Array mod(Array x, Array y) {
    return ArithmeticFunctions.mod(x, y);
  }

  @Override
  public Array pow(Array x, Array y) {
    return ArithmeticFunctions.power(x, y);
  }

  @Override
  public Array pow(Array x, double y) {
    return ArithmeticFunctions.power(x, y);
  }

  @Override
  public Array unary(Unary function, Array x) {
    return switch (function) {
      case NEG -> ArithmeticFunctions.negative(x);
      case ABS -> ArithmeticFunctions.abs(x);
      case EXP -> MathFunctions.exp(x);
      case LOG -> MathFunctions.log(x);
      case SQRT -> MathFunctions.sqrt(x);
      case SQUARE -> ArithmeticFunctions.square(x);
      case TANH -> CommonFunctions.tanh(x);
      case SIN -> MathFunctions.sin(x);
      case COS -> MathFunctions.cos(x);
      case ROUND -> MathFunctions.round(x);
      case NOT -> WhereFunctions.bitwiseNot(x);
    };
  }

  @Override
  public Array bitwise(Bitwise operator, Array x, Array y) {
    return switch (operator) {
      case AND -> WhereFunctions.bitwiseAnd(x, y);
      case OR -> WhereFunctions.bitwiseOr(x, y);
      case XOR -> WhereFunctions.bitwiseXor(x, y);
    };
  }

  @Override
  public Array compare(Comparison comparison, Array x, Array y) {
    return switch (comparison) {
      case EQ -> WhereFunctions.equal(x, y);
      case NE -> WhereFunctions.notEqual(x, y);
      case LT -> WhereFunctions.less(x, y);
      case LE -> WhereFunctions.lessEqual(x, y);
      case GT -> WhereFunctions.greater(x, y);
      case GE -> WhereFunctions.greaterEqual(x, y);
    };
  }

  @Override
  public Array matmul(Array x, Array y) {
    return ProductFunctions.matmul(x, y);
  }

  @Override
  public Array transpose(Array x, int[] permutation) {
    return ShapeFunctions.transpose(x, permutation);
  }

  @Override
  public Array reshape(Array x, int... dims) {
    return ShapeFunctions.reshape(x, dims);
  }

  @Override
  public Array squeeze(Array x, int[] axes) {
    return ShapeFunctions.squeeze(x, axes);
  }

  @Override
  public Array expandDims(Array x, int axis) {
    return ShapeFunctions.expandDims(x, axis);
  }

  @Override
  public Array broadcastTo(Array x, Shape shape) {
    return ShapeFunctions.broadcastTo(x, shape);
  }

  @Override
  public Array astype(Array x, DType dtype) {
    return ShapeFunctions.astype(x, dtype);
  }

  @Override
  public Array reduce(Reduction reduction, Array x, int[] axes, boolean keepDims) {
    var over = ReductionFunctions.axesOrAll(x, axes);
    return reduce(reduction, x, new ReductionOptions(over, keepDims, null, null, null, 0));
  }

  @Override
  public Array reduce(Reduction reduction, Array x, ReductionOptions options) {
    return options.dtype() == null
        ? reduced(reduction, x, options)
        : reduced(reduction, x, options.dtype(), options);
  }

  private static Array reduced(Reduction reduction, Array x, ReductionOptions options) {
    var axes = options.axes();
    boolean keep = options.keepDims();
    var where = options.where();
    var initial = options.initial();
    return switch (reduction) {
      case SUM ->
          initial == null
              ? ReductionFunctions.sum(x, axes, keep, where)
              : ReductionFunctions.sum(x, axes, keep, initial, where);
      case MEAN -> ReductionFunctions.mean(x, axes, keep, where);
      case MAX ->
          initial == null
              ? ReductionFunctions.max(x, axes, keep)
              : ReductionFunctions.max(x, axes, keep, initial, where);
      case MIN ->
          initial == null
              ? ReductionFunctions.min(x, axes, keep)
              : ReductionFunctions.min(x, axes, keep, initial, where);
      case PROD -> ReductionFunctions.prod(x, axes, keep, initial == null ? 1 : initial, where);
      case VAR -> ReductionFunctions.var(x, axes, keep, options.ddof(), where);
      case STD -> ReductionFunctions.std(x, axes, keep, options.ddof(), where);
      case PTP -> ReductionFunctions.ptp(x, axes, keep);
      case ALL -> ReductionFunctions.all(x, axes, keep, where);
      case ANY -> ReductionFunctions.any(x, axes, keep, where);
    };
  }

  private static Array reduced(
      Reduction reduction, Array x, DType dtype, ReductionOptions options) {
    var axes = options.axes();
    boolean keep = options.keepDims();
    var where = options.where();
    return switch (reduction) {
      case SUM -> DtypeFunctions.sum(x, dtype, axes, keep, where);
      case PROD -> DtypeFunctions.prod(x, dtype, axes, keep, where);
      case MEAN -> DtypeFunctions.mean(x, dtype, axes, keep, where);
      case VAR -> DtypeFunctions.var(x, dtype, axes, keep, options.ddof(), where);
      case STD -> DtypeFunctions.std(x, dtype, axes, keep, options.ddof(), where);
      case MAX, MIN, PTP, ALL, ANY -> reduced(reduction, x, options);
    };
  }

  @Override
  public Array along(Along function, Array x, @Nullable Integer axis) {
    var given = axis == null ? ShapeFunctions.ravel(x) : x;
    int dimension = axis == null ? 0 : axis;
    return switch (function) {
      case ARGMAX -> SortFunctions.argmax(given, dimension);
      case ARGMIN -> SortFunctions.argmin(given, dimension);
      case CUMSUM -> SortFunctions.cumsum(given, dimension);
      case CUMPROD -> SortFunctions.cumprod(given, dimension);
      case SORT -> SortFunctions.sort(given, dimension);
      case ARGSORT -> SortFunctions.argsort(given, dimension);
    };
  }

  @Override
  public Array swapaxes(Array x, int axis1, int axis2) {
    return ShapeFunctions.swapaxes(x, axis1, axis2);
  }

  @Override
  public Array clip(Array x, double low, double high) {
    return ArithmeticFunctions.clip(x, low, high);
  }

  @Override
  public Array dot(Array x, Array y) {
    return ProductFunctions.dot(x, y);
  }

  @Override
  public Array take(Array x, Array indices, int axis) {
    return IndexFunctions.take(x, indices, axis);
  }

  @Override
  public Array get(Array x, int[] indices) {
    return IndexFunctions.get(x, indices);
  }

  @Override
  public Array slice(Array x, int axis, int from, int to) {
    return IndexFunctions.slice(x, axis, from, to);
  }

  @Override
  public Array get(Array x, List<Index> index) {
    return IndexFunctions.get(x, index.toArray(Index[]::new));
  }

  @Override
  public At at(Array x, List<Index> index) {
    return IndexFunctions.at(x, index.toArray(Index[]::new));
  }

  @Override
  public Array repeat(Array x, int repetitions) {
    return JoinFunctions.repeat(x, repetitions);
  }

  @Override
  public Array repeat(Array x, int repetitions, int axis) {
    return JoinFunctions.repeat(x, repetitions, axis);
  }

  @Override
  public Array repeat(Array x, Array repetitions, int axis, int totalLength) {
    return JoinFunctions.repeat(x, repetitions, axis, totalLength);
  }

  @Override
  public List<Array> nonzero(Array x, int size, @Nullable Integer fillValue) {
    return SetFunctions.nonzero(x, size, fillValue);
  }

  @Override
  public List<Array> nonzero(Array x) {
    return SetFunctions.nonzero(x);
  }

  @Override
  public Array searchsorted(Array sorted, Array values, boolean right) {
    return SearchFunctions.searchsorted(sorted, values, right);
  }

  @Override
  public Array diagonal(Array x, int offset, int axis1, int axis2) {
    return IndexFunctions.diagonal(x, offset, axis1, axis2);
  }

  @Override
  public Array trace(Array x, int offset, int axis1, int axis2, @Nullable DType dtype) {
    return dtype == null
        ? IndexFunctions.trace(x, offset, axis1, axis2)
        : DtypeFunctions.trace(x, offset, axis1, axis2, dtype);
  }
}
