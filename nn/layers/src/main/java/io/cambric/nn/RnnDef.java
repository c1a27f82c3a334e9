package io.cambric.nn;

import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.module.Lift;
import io.cambric.numpy.Key;
import io.cambric.scope.lift.ScanLift;
import io.cambric.transform.result.Carry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A recurrent network: runs a cell over sequences, step by step, in one scan.
 *
 * <p>Shapes: {@code [batch..., time, features...]} to {@code [batch..., time, out...]}, time first
 * if {@code timeMajor} is true.
 *
 * <p>Variables: the variables of the cell under {@code cell}, shared by all steps unless {@code
 * loopOptions} differ.
 *
 * <p>{@code callWithCarry} also returns the last carry. With lengths, it is the carry of the last
 * step that counts. Outputs past the length of a sequence are computed, but have no meaning.
 *
 * @param cell takes one step
 * @param timeMajor whether time is the first axis
 * @param reverse whether it runs from the last step to the first; outputs are in that order
 * @param keepOrder whether reversed outputs are in the order of inputs nevertheless
 * @param unroll number of steps in one iteration of the loop
 * @param loopOptions how the loop treats variables and streams of the cell
 * @param <C> the carry of the cell
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.RNN">flax.linen.RNN</a>
 */
@Module(name = "RNN")
record RnnDef<C>(
    RnnCell<C> cell,
    boolean timeMajor,
    boolean reverse,
    boolean keepOrder,
    int unroll,
    ScanLift loopOptions) {

  RnnDef {
    LayerChecks.requirePositive("RNN", "unroll", unroll);
  }

  /** Batch first, from the first step to the last, with parameters that all steps share. */
  RnnDef(RnnCell<C> cell) {
    this(
        cell,
        false,
        false,
        false,
        1,
        ScanLift.NONE.withVariableBroadcast("params").withShareRngs("params"));
  }

  /** {@return the outputs of all steps} */
  Array call(Array inputs) {
    return call(inputs, RnnCall.none());
  }

  /** {@return the outputs of all steps} */
  Array call(Array inputs, RnnCall<C> options) {
    return run(inputs, options, false).output();
  }

  /** {@return the last carry and the outputs of all steps} */
  Carry<C, Array> callWithCarry(Array inputs) {
    return callWithCarry(inputs, RnnCall.none());
  }

  /** {@return the last carry and the outputs of all steps} */
  Carry<C, Array> callWithCarry(Array inputs, RnnCall<C> options) {
    return run(inputs, options, true);
  }

  private Carry<C, Array> run(Array inputs, RnnCall<C> options, boolean needsCarry) {
    boolean timeFirst = otherwise(options.timeMajor(), timeMajor);
    boolean backwards = otherwise(options.reverse(), reverse);
    int features = cell.numFeatureAxes();
    LayerChecks.requireRank("RNN", inputs, features + 1);
    int batches = inputs.rank() - features - 1;
    int time = timeFirst ? 0 : batches;
    var lengths = options.seqLengths();
    if (lengths != null) {
      Recurrent.requireLengths("RNN", inputs, lengths, batches, timeFirst);
    }
    var x = backwards ? Recurrent.flipSequences(inputs, lengths, batches, timeFirst) : inputs;
    var first = first(options, x.shape().without(Axes.of(time)));
    var run =
        lengths != null && needsCarry
            ? runWithLengths(x, first, time, lengths, batches)
            : run(x, first, time);
    return backwards && otherwise(options.keepOrder(), keepOrder)
        ? new Carry<>(
            run.carry(), Recurrent.flipSequences(run.output(), lengths, batches, timeFirst))
        : run;
  }

  private static boolean otherwise(@Nullable Boolean ofCall, boolean ofModule) {
    return ofCall == null ? ofModule : ofCall;
  }

  private C first(RnnCall<C> options, Shape inputShape) {
    if (options.initialCarry() != null) {
      return options.initialCarry();
    }
    var key = options.initKey() == null ? Key.of(0) : options.initKey();
    return cell.initializeCarry(key, inputShape);
  }

  /** The cell is reached through this module, because it may be no module itself. */
  private Carry<C, Array> run(Array x, C first, int time) {
    return Lift.lifted(
            loopOptions.withInAxes(time).withOutAxes(time).withUnroll(unroll),
            (Rnn<C> rnn, C carry, Array input) -> rnn.cell().call(carry, input))
        .apply(Rnn.self(), first, x);
  }

  private Carry<C, Array> runWithLengths(Array x, C first, int time, Array lengths, int batches) {
    if (batches != 1) {
      throw new ShapeException(
          "RNN needs one batch axis to find the last carries of sequences with lengths, but inputs of shape %s have %d. Merge them into one, or map over the others with vmap."
              .formatted(x.shape(), batches));
    }
    var run =
        Lift.lifted(
                loopOptions.withInAxes(time).withOutAxes(new Step<>(0, time)).withUnroll(unroll),
                (Rnn<C> rnn, C carry, Array input) -> {
                  var next = rnn.cell().call(carry, input);
                  return new Carry<>(next.carry(), new Step<>(next.carry(), next.output()));
                })
            .apply(Rnn.self(), first, x);
    var steps = Objects.requireNonNull(run.output());
    return new Carry<>(Recurrent.last(steps.carry(), lengths), steps.output());
  }

  /** Carry and output of a step, or the axes along which both are stacked. */
  private record Step<C, Y>(C carry, Y output) {}
}
