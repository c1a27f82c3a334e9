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
  public Array unary(String function, Array x) {
    return switch (function) {
      case "neg" -> ArithmeticFunctions.negative(x);
      case "abs" -> ArithmeticFunctions.abs(x);
      case "exp" -> MathFunctions.exp(x);
      case "log" -> MathFunctions.log(x);
      case "sqrt" -> MathFunctions.sqrt(x);
      case "square" -> ArithmeticFunctions.square(x);
      case "tanh" -> CommonFunctions.tanh(x);
      case "sin" -> MathFunctions.sin(x);
      case "cos" -> MathFunctions.cos(x);
      case "round" -> MathFunctions.round(x);
      case "not" -> WhereFunctions.bitwiseNot(x);
      default -> throw unknown(function);
    };
  }

  @Override
  public Array bitwise(String operator, Array x, Array y) {
    return switch (operator) {
      case "and" -> WhereFunctions.bitwiseAnd(x, y);
      case "or" -> WhereFunctions.bitwiseOr(x, y);
      case "xor" -> WhereFunctions.bitwiseXor(x, y);
      default -> throw unknown(operator);
    };
  }

  @Override
  public Array compare(String comparison, Array x, Array y) {
    return switch (comparison) {
      case "eq" -> WhereFunctions.equal(x, y);
      case "ne" -> WhereFunctions.notEqual(x, y);
      case "lt" -> WhereFunctions.less(x, y);
      case "le" -> WhereFunctions.lessEqual(x, y);
      case "gt" -> WhereFunctions.greater(x, y);
      case "ge" -> WhereFunctions.greaterEqual(x, y);
      default -> throw unknown(comparison);
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
  public Array reduce(String reduction, Array x, int[] axes, boolean keepDims) {
    var over = ReductionFunctions.axesOrAll(x, axes);
    return switch (reduction) {
      case "sum" -> ReductionFunctions.sum(x, over, keepDims);
      case "mean" -> ReductionFunctions.mean(x, over, keepDims);
      case "max" -> ReductionFunctions.max(x, over, keepDims);
      case "min" -> ReductionFunctions.min(x, over, keepDims);
      case "prod" -> ReductionFunctions.prod(x, over, keepDims);
      case "var" -> ReductionFunctions.var(x, over, keepDims);
      case "std" -> ReductionFunctions.std(x, over, keepDims);
      case "ptp" -> ReductionFunctions.ptp(x, over, keepDims);
      case "all" -> ReductionFunctions.all(x, over, keepDims);
      case "any" -> ReductionFunctions.any(x, over, keepDims);
      default -> throw unknown(reduction);
    };
  }

  private static IllegalArgumentException unknown(String function) {
    return new IllegalArgumentException("no method of arrays is named " + function);
  }

  @Override
  public Array along(String function, Array x, int axis) {
    return switch (function) {
      case "argmax" -> SortFunctions.argmax(x, axis);
      case "argmin" -> SortFunctions.argmin(x, axis);
      case "cumsum" -> SortFunctions.cumsum(x, axis);
      case "cumprod" -> SortFunctions.cumprod(x, axis);
      case "sort" -> SortFunctions.sort(x, axis);
      case "argsort" -> SortFunctions.argsort(x, axis);
      default -> throw unknown(function);
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
    return Numpy.sum(x, axes, keepDims);
  }

  @Override
  public Array mean(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.mean(x, axes, keepDims);
  }

  @Override
  public Array max(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.max(x, axes, keepDims);
  }

  @Override
  public Array min(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.min(x, axes, keepDims);
  }

  @Override
  public Array prod(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.prod(x, axes, keepDims);
  }

  @Override
  public Array var(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.var(x, axes, keepDims);
  }

  @Override
  public Array std(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.std(x, axes, keepDims);
  }

  @Override
  public Array ptp(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.ptp(x, axes, keepDims);
  }

  @Override
  public Array all(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.all(x, axes, keepDims);
  }

  @Override
  public Array any(Array x, @Nullable Axes axes, boolean keepDims) {
    return Numpy.any(x, axes, keepDims);
  }

  @Override
  public Array sum(Array x, @Nullable Axes axes, boolean keepDims, Array where) {
    return Numpy.sum(x, axes, keepDims, where);
  }

  @Override
  public Array mean(Array x, @Nullable Axes axes, boolean keepDims, Array where) {
    return Numpy.mean(x, axes, keepDims, where);
  }

  @Override
  public Array prod(Array x, @Nullable Axes axes, boolean keepDims, Array where) {
    return Numpy.prod(x, axes, keepDims, 1, where);
  }

  @Override
  public Array repeat(Array x, int repetitions) {
    return Numpy.repeat(x, repetitions);
  }

  @Override
  public Array repeat(Array x, int repetitions, int axis) {
    return Numpy.repeat(x, repetitions, axis);
  }

  @Override
  public List<Array> nonzero(Array x) {
    return Numpy.nonzero(x);
  }

  @Override
  public Array searchsorted(Array sorted, Array values) {
    return Numpy.searchsorted(sorted, values);
  }

  @Override
  public Array diagonal(Array x, int offset) {
    return Numpy.diagonal(x, offset);
  }

  @Override
  public Array trace(Array x, int offset) {
    return Numpy.trace(x, offset, 0, 1);
  }
}
