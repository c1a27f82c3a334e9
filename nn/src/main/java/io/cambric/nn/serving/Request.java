package io.cambric.nn.serving;

import io.cambric.core.NdArray;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A request that waits for its answer.
 *
 * @param leaves its arrays
 * @param answer completed once
 * @param arrival by the clock of {@link System#nanoTime}
 */
record Request<O>(List<NdArray> leaves, CompletableFuture<Prediction<O>> answer, long arrival) {

  /** {@return nanoseconds since it came} */
  long age(long now) {
    return now - arrival;
  }
}
