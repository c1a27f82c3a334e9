package io.cambric.numpy;

import io.cambric.array.Axes;
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
    return switch (reduction) {
      case SUM -> ReductionFunctions.sum(x, over, keepDims);
      case MEAN -> ReductionFunctions.mean(x, over, keepDims);
      case MAX -> ReductionFunctions.max(x, over, keepDims);
      case MIN -> ReductionFunctions.min(x, over, keepDims);
      case PROD -> ReductionFunctions.prod(x, over, keepDims);
      case VAR -> ReductionFunctions.var(x, over, keepDims);
      case STD -> ReductionFunctions.std(x, over, keepDims);
      case PTP -> ReductionFunctions.ptp(x, over, keepDims);
      case ALL -> ReductionFunctions.all(x, over, keepDims);
      case ANY -> ReductionFunctions.any(x, over, keepDims);
    };
  }

  @Override
  public Array along(Along function, Array x, int axis) {
    return switch (function) {
      case ARGMAX -> SortFunctions.argmax(x, axis);
      case ARGMIN -> SortFunctions.argmin(x, axis);
      case CUMSUM -> SortFunctions.cumsum(x, axis);
      case CUMPROD -> SortFunctions.cumprod(x, axis);
      case SORT -> SortFunctions.sort(x, axis);
      case ARGSORT -> SortFunctions.argsort(x, axis);
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
  public Array sum(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.sum(x, axes, keepDims);
  }

  @Override
  public Array mean(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.mean(x, axes, keepDims);
  }

  @Override
  public Array max(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.max(x, axes, keepDims);
  }

  @Override
  public Array min(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.min(x, axes, keepDims);
  }

  @Override
  public Array prod(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.prod(x, axes, keepDims);
  }

  @Override
  public Array var(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.var(x, axes, keepDims);
  }

  @Override
  public Array std(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.std(x, axes, keepDims);
  }

  @Override
  public Array ptp(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.ptp(x, axes, keepDims);
  }

  @Override
  public Array all(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.all(x, axes, keepDims);
  }

  @Override
  public Array any(Array x, @Nullable Axes axes, boolean keepDims) {
    return ReductionFunctions.any(x, axes, keepDims);
  }

  @Override
  public Array sum(Array x, @Nullable Axes axes, boolean keepDims, Array where) {
    return ReductionFunctions.sum(x, axes, keepDims, where);
  }

  @Override
  public Array mean(Array x, @Nullable Axes axes, boolean keepDims, Array where) {
    return ReductionFunctions.mean(x, axes, keepDims, where);
  }

  @Override
  public Array prod(Array x, @Nullable Axes axes, boolean keepDims, Array where) {
    return ReductionFunctions.prod(x, axes, keepDims, 1, where);
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
  public List<Array> nonzero(Array x) {
    return SetFunctions.nonzero(x);
  }

  @Override
  public Array searchsorted(Array sorted, Array values) {
    return SearchFunctions.searchsorted(sorted, values);
  }

  @Override
  public Array diagonal(Array x, int offset) {
    return IndexFunctions.diagonal(x, offset);
  }

  @Override
  public Array trace(Array x, int offset) {
    return IndexFunctions.trace(x, offset, 0, 1);
  }
}
