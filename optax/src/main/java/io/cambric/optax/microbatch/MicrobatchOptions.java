package io.cambric.optax.microbatch;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of microbatching.
 *
 * @param accumulator an {@link AccumulationType}, an {@link Accumulator}, or a tree of them that is
 *     a prefix of the result
 * @param inAxes the batch axis of each batch argument; a single number applies to all
 * @param numRealMicrobatches number of microbatches that run, an integer scalar; {@code null} for
 *     all. One program can thus serve batches of several sizes
 */
public record MicrobatchOptions(
    Object accumulator, List<Integer> inAxes, @Nullable Array numRealMicrobatches) {

  /** Results are summed; axis 0 is split. */
  public static final MicrobatchOptions SUM =
      new MicrobatchOptions(AccumulationType.SUM, List.of(0), null);

  /** Results are concatenated; axis 0 is split. */
  public static final MicrobatchOptions CONCAT = SUM.withAccumulator(AccumulationType.CONCAT);

  /** Copies the list. */
  public MicrobatchOptions {
    inAxes = List.copyOf(inAxes);
  }

  /** {@return these options with an accumulator, or a tree of them} */
  public MicrobatchOptions withAccumulator(Object other) {
    return new MicrobatchOptions(other, inAxes, numRealMicrobatches);
  }

  /** {@return these options with the batch axis of each batch argument} */
  public MicrobatchOptions withInAxes(int... axes) {
    var list = Arrays.stream(axes).boxed().collect(Collectors.toList());
    return new MicrobatchOptions(accumulator, list, numRealMicrobatches);
  }

  /** {@return these options with the number of microbatches that run} */
  public MicrobatchOptions withNumRealMicrobatches(Array count) {
    return new MicrobatchOptions(accumulator, inAxes, count);
  }

  /** {@return these options with the number of microbatches that run} */
  public MicrobatchOptions withNumRealMicrobatches(int count) {
    return withNumRealMicrobatches(NdArray.scalar(DType.I32, count));
  }

  /** {@return the axis of a batch argument} */
  int axis(int place) {
    return inAxes.get(inAxes.size() == 1 ? 0 : place);
  }
}
