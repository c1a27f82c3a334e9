package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.At;
import io.cambric.core.Index;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.transform.Transforms;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A part of an array, changed by scatter.
 *
 * @param array the array
 * @param index the index that selects the part
 * @param mode the treatment of indices out of bounds; {@code null} for the default of reads and
 *     updates
 * @param fillValue the value read at indices out of bounds
 * @param unique whether no index is listed twice
 */
record ArrayAt(
    Array array,
    List<Index> index,
    @Nullable GatherMode mode,
    @Nullable Double fillValue,
    boolean unique)
    implements At {

  ArrayAt(Array array, List<Index> index) {
    this(array, List.copyOf(index), null, null, false);
  }

  @Override
  public Array get() {
    return Indexing.read(array, index, mode, fillValue);
  }

  @Override
  public Array set(Array values) {
    return updated("set", ScatterKind.SET, array, values);
  }

  @Override
  public Array set(double value) {
    return set(Operands.number(array, value));
  }

  @Override
  public Array add(Array values) {
    return updated("add", ScatterKind.ADD, array, values);
  }

  @Override
  public Array add(double value) {
    return add(Operands.number(array, value));
  }

  @Override
  public Array subtract(Array values) {
    return updated("subtract", ScatterKind.ADD, array, Arithmetic.negative(values));
  }

  @Override
  public Array subtract(double value) {
    return subtract(Operands.number(array, value));
  }

  @Override
  public Array multiply(Array values) {
    return updated("multiply", ScatterKind.MUL, array, values);
  }

  @Override
  public Array multiply(double value) {
    return multiply(Operands.number(array, value));
  }

  @Override
  public Array divide(Array values) {
    return Arithmetic.divide(
        array, updated("divide", ScatterKind.MUL, Creation.onesLike(array), values));
  }

  @Override
  public Array divide(double value) {
    return divide(Operands.number(array, value));
  }

  @Override
  public Array power(Array values) {
    return Arithmetic.power(
        array, updated("power", ScatterKind.MUL, Creation.onesLike(array), values));
  }

  @Override
  public Array power(double value) {
    return power(Operands.number(array, value));
  }

  @Override
  public Array min(Array values) {
    return updated("min", ScatterKind.MIN, array, values);
  }

  @Override
  public Array min(double value) {
    return min(Operands.number(array, value));
  }

  @Override
  public Array max(Array values) {
    return updated("max", ScatterKind.MAX, array, values);
  }

  @Override
  public Array max(double value) {
    return max(Operands.number(array, value));
  }

  @Override
  public Array apply(UnaryOperator<Array> function) {
    var times = times();
    if (unique || Indexing.listsOnce(index)) {
      return round(function, times, Creation.scalar(0, DType.I32), array);
    }
    var rounds = Lax.reduceMax(times, Axes.range(0, times.rank()));
    if (rounds instanceof NdArray known) {
      var result = array;
      for (int i = 0; i < known.item(); i++) {
        result = round(function, times, Creation.scalar(i, DType.I32), result);
      }
      return result;
    }
    return Transforms.foriLoop(
        Creation.scalar(0, DType.I32),
        rounds,
        (round, result) -> round(function, times, round, result),
        array);
  }

  /** {@return how often the index of each element of the part is listed} */
  private Array times() {
    var none = Lax.zeros(new ShapedArray(array.shape(), DType.I32));
    var count = new ArrayAt(none, index, mode, null, unique).add(Creation.scalar(1, DType.I32));
    return new ArrayAt(count, index, mode, null, unique).get();
  }

  /**
   * {@return the array after one iteration, which applies the function to elements that are listed
   * more often than the number of the iteration}
   */
  private Array round(UnaryOperator<Array> function, Array times, Array round, Array x) {
    var at = new ArrayAt(x, index, mode, fillValue, unique);
    var part = at.get();
    return at.set(ElementSelection.where(Lax.gt(times, round), function.apply(part), part));
  }

  private Array updated(String name, ScatterKind kind, Array x, Array values) {
    var resolved = Indexing.settled(x.aval(), ResolvedIndex.of(x.aval(), index), mode);
    var plan = GatherPlan.of(resolved);
    var operands = Operands.promoted(x, values);
    var update = spread(name, operands.get(1), plan);
    if (plan.shape().size() == 0) {
      return x;
    }
    var updated =
        Lax.scatter(
            kind,
            Indexing.withBoolAxes(operands.get(0), resolved),
            plan.indices(),
            Lax.rev(Lax.squeeze(update, plan.added()), plan.reversed()),
            plan.dims().toScatter(),
            mode == null ? GatherMode.FILL_OR_DROP : mode,
            unique || plan.unique());
    var result = Lax.reshape(updated, x.shape());
    return Lax.convertElementType(result, x.dtype(), x.aval().weak());
  }

  private Array spread(String name, Array values, GatherPlan plan) {
    try {
      return Shapes.broadcastTo(values, plan.shape());
    } catch (ShapeException e) {
      throw new ShapeException(
          "at(...).%s of %s needs values that broadcast to the part of shape %s, but got %s."
              .formatted(name, array.aval(), plan.shape(), values.aval()),
          e);
    }
  }

  @Override
  public At clip() {
    return in(GatherMode.CLIP, null);
  }

  @Override
  public At fill() {
    return in(GatherMode.FILL_OR_DROP, null);
  }

  @Override
  public At fill(double value) {
    return in(GatherMode.FILL_OR_DROP, value);
  }

  @Override
  public At drop() {
    return in(GatherMode.FILL_OR_DROP, fillValue);
  }

  @Override
  public At wrap() {
    return in(GatherMode.WRAP, null);
  }

  @Override
  public At promiseInBounds() {
    return in(GatherMode.PROMISE_IN_BOUNDS, null);
  }

  private At in(GatherMode other, @Nullable Double fill) {
    return new ArrayAt(array, index, other, fill, unique);
  }

  @Override
  public At uniqueIndices() {
    return new ArrayAt(array, index, mode, fillValue, true);
  }

  @Override
  public At indicesAreSorted() {
    return this;
  }
}
