package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ArrayMethods;
import io.cambric.core.At;
import io.cambric.core.Index;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Averages;
import io.cambric.numpy.routine.Bits;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Dtypes;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Exponents;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Quantiles;
import io.cambric.numpy.routine.Rearranging;
import io.cambric.numpy.routine.ReductionOperands;
import io.cambric.numpy.routine.Roundings;
import io.cambric.numpy.routine.Searching;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sorting;
import io.cambric.numpy.routine.Sums;
import io.cambric.numpy.routine.Trigonometry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of {@link Array}, implemented by the functions of {@link Numpy}. */
public final class FluentMethods implements ArrayMethods {

  /** Called by the service loader. */
  public FluentMethods() {}

  @Override
  public Array number(Array like, double number) {
    return Operands.number(like, number);
  }

  @Override
  public Array add(Array x, Array y) {
    return Arithmetic.add(x, y);
  }

  @Override
  public Array sub(Array x, Array y) {
    return Arithmetic.subtract(x, y);
  }

  @Override
  public Array mul(Array x, Array y) {
    return Arithmetic.multiply(x, y);
  }

  @Override
  public Array div(Array x, Array y) {
    return Arithmetic.divide(x, y);
  }

  @Override
  public Array mod(Array x, Array y) {
    return Arithmetic.mod(x, y);
  }

  @Override
  public Array pow(Array x, Array y) {
    return Arithmetic.power(x, y);
  }

  @Override
  public Array pow(Array x, double y) {
    return Arithmetic.power(x, y);
  }

  @Override
  public Array unary(Unary function, Array x) {
    return switch (function) {
      case NEG -> Arithmetic.negative(x);
      case ABS -> Arithmetic.abs(x);
      case EXP -> Exponents.exp(x);
      case LOG -> Exponents.log(x);
      case SQRT -> Exponents.sqrt(x);
      case SQUARE -> Arithmetic.square(x);
      case TANH -> CommonFunctions.tanh(x);
      case SIN -> Trigonometry.sin(x);
      case COS -> Trigonometry.cos(x);
      case ROUND -> Roundings.round(x);
      case NOT -> Bits.bitwiseNot(x);
    };
  }

  @Override
  public Array bitwise(Bitwise operator, Array x, Array y) {
    return switch (operator) {
      case AND -> Bits.bitwiseAnd(x, y);
      case OR -> Bits.bitwiseOr(x, y);
      case XOR -> Bits.bitwiseXor(x, y);
    };
  }

  @Override
  public Array compare(Comparison comparison, Array x, Array y) {
    return switch (comparison) {
      case EQ -> Comparisons.equal(x, y);
      case NE -> Comparisons.notEqual(x, y);
      case LT -> Comparisons.less(x, y);
      case LE -> Comparisons.lessEqual(x, y);
      case GT -> Comparisons.greater(x, y);
      case GE -> Comparisons.greaterEqual(x, y);
    };
  }

  @Override
  public Array matmul(Array x, Array y) {
    return Products.matmul(x, y);
  }

  @Override
  public Array transpose(Array x, int[] permutation) {
    return Shapes.transpose(x, permutation);
  }

  @Override
  public Array reshape(Array x, int... dims) {
    return Shapes.reshape(x, dims);
  }

  @Override
  public Array squeeze(Array x, int[] axes) {
    return Shapes.squeeze(x, axes);
  }

  @Override
  public Array expandDims(Array x, int axis) {
    return Shapes.expandDims(x, axis);
  }

  @Override
  public Array broadcastTo(Array x, Shape shape) {
    return Shapes.broadcastTo(x, shape);
  }

  @Override
  public Array astype(Array x, DType dtype) {
    return Dtypes.astype(x, dtype);
  }

  @Override
  public Array reduce(Reduction reduction, Array x, int[] axes, boolean keepDims) {
    var over = ReductionOperands.axesOrAll(x, axes);
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
              ? Sums.sum(x, axes, keep, where)
              : Sums.sum(x, axes, keep, initial, where);
      case MEAN -> Averages.mean(x, axes, keep, where);
      case MAX ->
          initial == null ? Extrema.max(x, axes, keep) : Extrema.max(x, axes, keep, initial, where);
      case MIN ->
          initial == null ? Extrema.min(x, axes, keep) : Extrema.min(x, axes, keep, initial, where);
      case PROD -> Sums.prod(x, axes, keep, initial == null ? 1 : initial, where);
      case VAR -> Averages.var(x, axes, keep, options.ddof(), where);
      case STD -> Averages.std(x, axes, keep, options.ddof(), where);
      case PTP -> Quantiles.ptp(x, axes, keep);
      case ALL -> Logic.all(x, axes, keep, where);
      case ANY -> Logic.any(x, axes, keep, where);
    };
  }

  private static Array reduced(
      Reduction reduction, Array x, DType dtype, ReductionOptions options) {
    var axes = options.axes();
    boolean keep = options.keepDims();
    var where = options.where();
    return switch (reduction) {
      case SUM -> Sums.sum(x, dtype, axes, keep, where);
      case PROD -> Sums.prod(x, dtype, axes, keep, where);
      case MEAN -> Averages.mean(x, dtype, axes, keep, where);
      case VAR -> Averages.var(x, dtype, axes, keep, options.ddof(), where);
      case STD -> Averages.std(x, dtype, axes, keep, options.ddof(), where);
      case MAX, MIN, PTP, ALL, ANY -> reduced(reduction, x, options);
    };
  }

  @Override
  public Array along(Along function, Array x, @Nullable Integer axis) {
    var given = axis == null ? Shapes.ravel(x) : x;
    int dimension = axis == null ? 0 : axis;
    return switch (function) {
      case ARGMAX -> Searching.argmax(given, dimension);
      case ARGMIN -> Searching.argmin(given, dimension);
      case CUMSUM -> Sums.cumsum(given, dimension);
      case CUMPROD -> Sums.cumprod(given, dimension);
      case SORT -> Sorting.sort(given, dimension);
      case ARGSORT -> Sorting.argsort(given, dimension);
    };
  }

  @Override
  public Array swapaxes(Array x, int axis1, int axis2) {
    return Shapes.swapaxes(x, axis1, axis2);
  }

  @Override
  public Array clip(Array x, double low, double high) {
    return Extrema.clip(x, low, high);
  }

  @Override
  public Array dot(Array x, Array y) {
    return Products.dot(x, y);
  }

  @Override
  public Array take(Array x, Array indices, int axis) {
    return ElementSelection.take(x, indices, axis);
  }

  @Override
  public Array get(Array x, int[] indices) {
    return ElementSelection.get(x, indices);
  }

  @Override
  public Array slice(Array x, int axis, int from, int to) {
    return ElementSelection.slice(x, axis, from, to);
  }

  @Override
  public Array get(Array x, List<Index> index) {
    return ElementSelection.get(x, index.toArray(Index[]::new));
  }

  @Override
  public At at(Array x, List<Index> index) {
    return ElementSelection.at(x, index.toArray(Index[]::new));
  }

  @Override
  public Array repeat(Array x, int repetitions) {
    return Rearranging.repeat(x, repetitions);
  }

  @Override
  public Array repeat(Array x, int repetitions, int axis) {
    return Rearranging.repeat(x, repetitions, axis);
  }

  @Override
  public Array repeat(Array x, Array repetitions, int axis, int totalLength) {
    return Rearranging.repeat(x, repetitions, axis, totalLength);
  }

  @Override
  public List<Array> nonzero(Array x, int size, @Nullable Integer fillValue) {
    return Searching.nonzero(x, size, fillValue);
  }

  @Override
  public List<Array> nonzero(Array x) {
    return Searching.nonzero(x);
  }

  @Override
  public Array searchsorted(Array sorted, Array values, boolean right) {
    return Searching.searchsorted(sorted, values, right);
  }

  @Override
  public Array diagonal(Array x, int offset, int axis1, int axis2) {
    return ElementSelection.diagonal(x, offset, axis1, axis2);
  }

  @Override
  public Array trace(Array x, int offset, int axis1, int axis2, @Nullable DType dtype) {
    return dtype == null
        ? Products.trace(x, offset, axis1, axis2)
        : Products.trace(x, offset, axis1, axis2, dtype);
  }
}
