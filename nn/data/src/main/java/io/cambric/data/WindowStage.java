package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Windows of consecutive values. Its position is the position of the next window's first value. */
final class WindowStage<T> extends Stage<List<T>> {

  private final Stage<T> from;
  private final int size;
  private final int shift;

  WindowStage(Stage<T> from, int size, int shift) {
    this.from = from;
    this.size = size;
    this.shift = shift;
  }

  @Override
  int numbers() {
    return from.numbers();
  }

  @Override
  ResumableIterator<List<T>> open(long[] position, Epochs epochs) {
    return new Windows<>(from.open(position, epochs), size, shift);
  }

  private static final class Windows<T> extends LookAhead<List<T>> {

    private final ResumableIterator<T> values;
    private final int size;
    private final int shift;
    private final ArrayDeque<Positioned<T>> read = new ArrayDeque<>();

    Windows(ResumableIterator<T> values, int size, int shift) {
      this.values = values;
      this.size = size;
      this.shift = shift;
    }

    @Override
    @Nullable List<T> advance() {
      while (read.size() < size && values.hasNext()) {
        read.add(new Positioned<>(values.position(), values.next()));
      }
      if (read.size() < size) {
        return null;
      }
      var window = read.stream().map(Positioned::value).toList();
      for (int i = 0; i < shift; i++) {
        if (read.poll() == null && values.hasNext()) {
          values.next();
        }
      }
      return window;
    }

    @Override
    long[] place() {
      return read.isEmpty() ? values.position() : read.getFirst().position();
    }

    @Override
    public void close() {
      values.close();
    }
  }
}
