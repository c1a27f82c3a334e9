package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.optax.base.OptState;
import io.cambric.optax.transform.ApplyEvery;
import io.cambric.optax.wrapper.MultiSteps;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of optimisers that gather the gradients of several batches for one step. */
final class OptimiserSteps {

  private OptimiserSteps() {}

  /**
   * {@return whether the optimiser took a step along its gathered gradients, {@code bool[]}; {@code
   * null} if it takes a step for each batch}
   *
   * @param before the state before a batch
   * @param after the state after it, of the same structure
   */
  static @Nullable Array hasStepped(OptState before, OptState after) {
    var counts = gradientSteps(before);
    var next = gradientSteps(after);
    // The count restarts, since the optimiser has used its sum.
    var passed = after.findAll(ApplyEvery.State.class).stream().map(state -> state.count().eq(0));
    return Stream.concat(
            IntStream.range(0, counts.size()).mapToObj(i -> next.get(i).ne(counts.get(i))), passed)
        .reduce(Array::or)
        .orElse(null);
  }

  private static List<Array> gradientSteps(OptState state) {
    return state.findAll(MultiSteps.State.class).stream()
        .map(MultiSteps.State::gradientStep)
        .toList();
  }
}
