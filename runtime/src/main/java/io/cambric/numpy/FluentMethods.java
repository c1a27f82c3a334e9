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
    return Numpy.add(x, y);
  }

  @Override
  public Array sub(Array x, Array y) {
    return Numpy.subtract(x, y);
  }

  @Override
  public Array mul(Array x, Array y) {
    return Numpy.multiply(x, y);
  }

  @Override
  public Array div(Array x, Array y) {
    return Numpy.divide(x, y);
  }

  @Override
  public Array mod(Array x, Array y) {
    return Numpy.mod(x, y);
  }

  @Override
  public Array pow(Array x, Array y) {
    return Numpy.power(x, y);
  }

  @Override
  public Array pow(Array x, double y) {
    return Numpy.power(x, y);
  }

  @Override
  public Array unary(String function, Array x) {
    return switch (function) {
      case "neg" -> Numpy.negative(x);
      case "abs" -> Numpy.abs(x);
      case "exp" -> Numpy.exp(x);
      case "log" -> Numpy.log(x);
      case "sqrt" -> Numpy.sqrt(x);
      case "square" -> Numpy.square(x);
      case "tanh" -> Numpy.tanh(x);
      case "sin" -> Numpy.sin(x);
      case "cos" -> Numpy.cos(x);
      case "round" -> Numpy.round(x);
      case "not" -> Numpy.bitwiseNot(x);
      default -> throw unknown(function);
    };
  }

  @Override
  public Array bitwise(String operator, Array x, Array y) {
    return switch (operator) {
      case "and" -> Numpy.bitwiseAnd(x, y);
      case "or" -> Numpy.bitwiseOr(x, y);
      case "xor" -> Numpy.bitwiseXor(x, y);
      default -> throw unknown(operator);
    };
  }

  @Override
  public Array compare(String comparison, Array x, Array y) {
    return switch (comparison) {
      case "eq" -> Numpy.equal(x, y);
      case "ne" -> Numpy.notEqual(x, y);
      case "lt" -> Numpy.less(x, y);
      case "le" -> Numpy.lessEqual(x, y);
      case "gt" -> Numpy.greater(x, y);
      case "ge" -> Numpy.greaterEqual(x, y);
      default -> throw unknown(comparison);
    };
  }

  @Override
  public Array matmul(Array x, Array y) {
    return Numpy.matmul(x, y);
  }

  @Override
  public Array transpose(Array x, int[] permutation) {
    return Numpy.transpose(x, permutation);
  }

  @Override
  public Array reshape(Array x, int... dims) {
    return Numpy.reshape(x, dims);
  }

  @Override
  public Array squeeze(Array x, int[] axes) {
    return Numpy.squeeze(x, axes);
  }

  @Override
  public Array expandDims(Array x, int axis) {
    return Numpy.expandDims(x, axis);
  }

  @Override
  public Array broadcastTo(Array x, Shape shape) {
    return Numpy.broadcastTo(x, shape);
  }

  @Override
  public Array astype(Array x, DType dtype) {
    return Numpy.astype(x, dtype);
  }

  @Override
  public Array reduce(String reduction, Array x, int[] axes, boolean keepDims) {
    var over = Numpy.axesOrAll(x, axes);
    return switch (reduction) {
      case "sum" -> Numpy.sum(x, over, keepDims);
      case "mean" -> Numpy.mean(x, over, keepDims);
      case "max" -> Numpy.max(x, over, keepDims);
      case "min" -> Numpy.min(x, over, keepDims);
      case "prod" -> Numpy.prod(x, over, keepDims);
      case "var" -> Numpy.var(x, over, keepDims);
      case "std" -> Numpy.std(x, over, keepDims);
      case "ptp" -> Numpy.ptp(x, over, keepDims);
      case "all" -> Numpy.all(x, over, keepDims);
      case "any" -> Numpy.any(x, over, keepDims);
      default -> throw unknown(reduction);
    };
  }

  private static IllegalArgumentException unknown(String function) {
    return new IllegalArgumentException("no method of arrays is named " + function);
  }

  @Override
  public Array along(String function, Array x, int axis) {
    return switch (function) {
      case "argmax" -> Numpy.argmax(x, axis);
      case "argmin" -> Numpy.argmin(x, axis);
      case "cumsum" -> Numpy.cumsum(x, axis);
      case "cumprod" -> Numpy.cumprod(x, axis);
      case "sort" -> Numpy.sort(x, axis);
      case "argsort" -> Numpy.argsort(x, axis);
      default -> throw unknown(function);
    };
  }

  @Override
  public Array swapaxes(Array x, int axis1, int axis2) {
    return Numpy.swapaxes(x, axis1, axis2);
  }

  @Override
  public Array clip(Array x, double low, double high) {
    return Numpy.clip(x, low, high);
  }

  @Override
  public Array dot(Array x, Array y) {
    return Numpy.dot(x, y);
  }

  @Override
  public Array take(Array x, Array indices, int axis) {
    return Numpy.take(x, indices, axis);
  }

  @Override
  public Array get(Array x, int[] indices) {
    return Numpy.get(x, indices);
  }

  @Override
  public Array slice(Array x, int axis, int from, int to) {
    return Numpy.slice(x, axis, from, to);
  }

  @Override
  public Array get(Array x, List<Index> index) {
    return Numpy.get(x, index.toArray(Index[]::new));
  }

  @Override
  public At at(Array x, List<Index> index) {
    return Numpy.at(x, index.toArray(Index[]::new));
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
