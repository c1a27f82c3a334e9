package io.cambric.optax.microbatch;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;

/**
 * The usual combinations of the results of microbatches.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/microbatching.html">optax.microbatching.AccumulationType</a>
 */
public enum AccumulationType {
  /** The mean of the results, which are floating. */
  MEAN {
    @Override
    Accumulator<Array> accumulator(int microbatches) {
      return new Mean(microbatches);
    }
  },
  /** The sum of the results. */
  SUM {
    @Override
    Accumulator<Array> accumulator(int microbatches) {
      return new Sum();
    }
  },
  /** The mean of the results so far, which is correct for any number of microbatches that run. */
  RUNNING_MEAN {
    @Override
    Accumulator<Array> accumulator(int microbatches) {
      return new RunningMean();
    }
  },
  /** The concatenation of the results along axis 0, in the order of the batch. */
  CONCAT {
    @Override
    Accumulator<Array> accumulator(int microbatches) {
      return new Concatenation(microbatches);
    }
  };

  /** {@return the accumulator for a number of microbatches} */
  abstract Accumulator<Array> accumulator(int microbatches);

  private record Sum() implements Accumulator<Array> {

    @Override
    public Array init(Array zeros) {
      return zeros;
    }

    @Override
    public Array update(Array state, Array value, Array index) {
      return state.add(value);
    }

    @Override
    public Array result(Array state) {
      return state;
    }

    @Override
    public Array aggregate(Array values) {
      return Numpy.sum(values, Axes.of(0), false);
    }
  }

  private record Mean(int microbatches) implements Accumulator<Array> {

    @Override
    public Array init(Array zeros) {
      return requireFloating(MEAN, zeros);
    }

    @Override
    public Array update(Array state, Array value, Array index) {
      return state.add(value);
    }

    @Override
    public Array result(Array state) {
      return state.div(microbatches);
    }

    @Override
    public Array aggregate(Array values) {
      return Numpy.mean(requireFloating(MEAN, values), 0);
    }
  }

  private record RunningMean() implements Accumulator<Array> {

    @Override
    public Array init(Array zeros) {
      return requireFloating(RUNNING_MEAN, zeros);
    }

    @Override
    public Array update(Array state, Array value, Array index) {
      var kept = index.astype(DType.F32).div(index.add(1));
      return state.mul(kept).add(value.mul(kept.neg().add(1))).astype(state.dtype());
    }

    @Override
    public Array result(Array state) {
      return state;
    }

    @Override
    public Array aggregate(Array values) {
      return Numpy.mean(requireFloating(RUNNING_MEAN, values), 0);
    }
  }

  private record Concatenation(int microbatches) implements Accumulator<Array> {

    @Override
    public Array init(Array zeros) {
      return Lax.zeros(new ShapedArray(zeros.shape().insert(0, microbatches), zeros.dtype()));
    }

    @Override
    public Array update(Array state, Array value, Array index) {
      return Lax.dynamicUpdateIndexInDim(state, value, index, 0);
    }

    /** The examples of a microbatch stride over the batch, as in {@link BatchAxis}. */
    @Override
    public Array result(Array state) {
      if (state.rank() == 1) {
        return state;
      }
      var byExample = Numpy.swapaxes(state, 0, 1);
      var element = state.shape().slice(2, state.rank());
      return byExample.reshape(Shape.of(state.dim(0) * state.dim(1)).concat(element));
    }

    @Override
    public Array aggregate(Array values) {
      return values;
    }
  }

  private static Array requireFloating(AccumulationType type, Array values) {
    if (!values.dtype().isFloating()) {
      throw new DTypeException(
          "%s needs microbatches with floating results, but got %s. Use SUM, or convert them with astype."
              .formatted(type, values.aval()));
    }
    return values;
  }
}
