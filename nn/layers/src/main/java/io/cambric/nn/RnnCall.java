package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import org.jspecify.annotations.Nullable;

/**
 * The optional arguments of one call of {@link Rnn}, such as the initial carry. A pytree, so lifted
 * transformations transform the arrays in it.
 *
 * @param initialCarry before the first step; {@code null} for the initial carry of the cell
 * @param initKey the key of the initial carry; {@code null} for {@code Key.of(0)}
 * @param seqLengths integers {@code [batch...]}, the number of valid steps of each sequence; {@code
 *     null} for all
 * @param timeMajor whether time is the first axis; {@code null} for the value of the module
 * @param reverse whether it runs from the last step to the first; {@code null} for the value of the
 *     module
 * @param keepOrder whether reversed outputs are in the order of inputs; {@code null} for the value
 *     of the module
 * @param <C> the carry of the cell
 */
@PyTree
public record RnnCall<C>(
    @Nullable C initialCarry,
    @Nullable Key initKey,
    @Nullable Array seqLengths,
    @Static @Nullable Boolean timeMajor,
    @Static @Nullable Boolean reverse,
    @Static @Nullable Boolean keepOrder)
    implements RnnCallWith<C> {

  /** {@return a call without optional arguments} */
  public static <C> RnnCall<C> none() {
    return new RnnCall<>(null, null, null, null, null, null);
  }
}
