package io.cambric.data;

import io.cambric.io.iterator.PrefetchingIterator;
import io.cambric.io.iterator.ResumableIterator;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Values that a virtual thread prepares ahead of their reader. */
final class PrefetchStage<T> extends Stage<T> {

  private final Stage<T> from;
  private final int ahead;

  PrefetchStage(Stage<T> from, int ahead) {
    this.from = from;
    this.ahead = ahead;
  }

  @Override
  int numbers() {
    return from.numbers();
  }

  @Override
  OptionalInt size() {
    return from.size();
  }

  @Override
  @Nullable Stage<T> select(Selection selection) {
    var selected = from.select(selection);
    return selected == null ? null : new PrefetchStage<>(selected, ahead);
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    return PrefetchingIterator.of(from.open(position, epochs), ahead);
  }
}
