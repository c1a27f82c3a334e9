package io.cambric.nn;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sequences and carries of recurrent networks, as functions. */
public final class Recurrent {

  private Recurrent() {}

  /**
   * {@return sequences from their last step to their first, with the padding still at the end}
   *
   * @param inputs {@code [batch..., time, features...]}, or {@code [time, batch..., features...]}
   * @param seqLengths integers {@code [batch...]}, how many steps count; {@code null} for all
   * @param numBatchDims number of axes of the batch
   * @param timeMajor whether time is the first axis
   * @throws ShapeException if the lengths do not have the shape of the batch
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html">flax.linen
   *     flip_sequences</a>
   */
  public static Array flipSequences(
      Array inputs, @Nullable Array seqLengths, int numBatchDims, boolean timeMajor) {
    int time = timeMajor ? 0 : numBatchDims;
    if (seqLengths == null) {
      return Numpy.flip(inputs, time);
    }
    int steps = inputs.dim(time);
    requireLengths("flipSequences", inputs, seqLengths, numBatchDims, timeMajor);
    int[] ones = new int[numBatchDims + 1];
    Arrays.fill(ones, 1);
    ones[time] = steps;
    var backwards = Numpy.flip(Numpy.arange(steps)).reshape(Shape.of(ones));
    var places = backwards.add(Numpy.expandDims(seqLengths, time)).mod(steps);
    int features = inputs.rank() - places.rank();
    var all = places.shape();
    for (int i = 0; i < features; i++) {
      all = all.insert(all.rank(), 1);
    }
    return Numpy.takeAlongAxis(inputs, places.reshape(all), time);
  }

  /** Checks that there is a length for each sequence. */
  static void requireLengths(
      String what, Array inputs, Array seqLengths, int numBatchDims, boolean timeMajor) {
    int first = timeMajor ? 1 : 0;
    var batch = inputs.shape().slice(first, first + numBatchDims);
    if (!seqLengths.shape().equals(batch)) {
      throw new ShapeException(
          "%s needs a length for each sequence, %s, but got %s for inputs of shape %s. Pass seqLengths with the shape of the batch, without time and features."
              .formatted(what, batch, seqLengths.aval(), inputs.shape()));
    }
  }

  /**
   * {@return for each sequence, the carry of the last step that counts, from carries stacked over
   * steps}
   */
  static <C> C last(C carries, Array seqLengths) {
    var last = seqLengths.sub(1);
    return Trees.map(
        carries,
        leaf -> {
          var stacked = (Array) leaf;
          return stacked.get("{}, {}", last, Numpy.arange(stacked.dim(1)));
        });
  }

  /**
   * {@return the next carry of an LSTM and its output}
   *
   * @param memory of the step before
   * @param i the fraction of the new memory {@code g} to store, in (0, 1)
   * @param f the fraction of the old memory to keep
   * @param o the fraction of the memory to output
   * @param activation applied to the memory before output
   */
  static Carry<LstmCarry, Array> lstmStep(
      Array memory, Array i, Array f, Array g, Array o, ArrayFn activation) {
    var c = f.mul(memory).add(i.mul(g));
    var output = o.mul(activation.apply(c));
    return new Carry<>(new LstmCarry(c, output), output);
  }

  /** {@return the carry of an LSTM: two draws, of the memory and of the output} */
  static LstmCarry lstmCarry(Initializer init, Key key, Shape shape, DType dtype) {
    var keys = key.split(2);
    return new LstmCarry(
        init.init(keys.get(0), shape, dtype), init.init(keys.get(1), shape, dtype));
  }

  /** {@return the input shape with another number of features} */
  static Shape withFeatures(Shape inputShape, int features) {
    return inputShape.with(inputShape.rank() - 1, features);
  }
}
