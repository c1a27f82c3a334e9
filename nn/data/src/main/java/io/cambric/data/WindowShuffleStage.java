package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values shuffled within windows. Its position is the start of the window, then the window's number
 * and the number of values read from it.
 */
final class WindowShuffleStage<T> extends Stage<T> {

  private final Stage<T> from;
  private final Key key;
  private final int size;

  WindowShuffleStage(Stage<T> from, Key key, int size) {
    this.from = from;
    this.key = key;
    this.size = size;
  }

  @Override
  int numbers() {
    return from.numbers() + 2;
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    int own = from.numbers();
    if (position[own + 1] > size) {
      throw new DataException(
          "A position in a window of %d values needs an index of at most that number, but got %d. Resume with the data of the checkpoint."
              .formatted(size, position[own + 1]));
    }
    var values = from.open(Positions.part(position, 0, own), epochs);
    return new Windows<>(values, epochs.fold(key), size, position[own], (int) position[own + 1]);
  }

  private static final class Windows<T> extends LookAhead<T> {

    private final ResumableIterator<T> values;
    private final Key key;
    private final int size;
    private long number;
    private int index;
    private long[] start;
    private List<T> window = List.of();
    private int[] order = {};

    Windows(ResumableIterator<T> values, Key key, int size, long number, int index) {
      this.values = values;
      this.key = key;
      this.size = size;
      this.number = number;
      this.index = index;
      this.start = values.position();
    }

    @Override
    @Nullable T advance() {
      if (window.isEmpty()) {
        fill();
      }
      if (index >= window.size() && window.size() == size) {
        number++;
        index = 0;
        start = values.position();
        fill();
      }
      return index < window.size() ? window.get(order[index++]) : null;
    }

    private void fill() {
      var next = new ArrayList<T>();
      while (next.size() < size && values.hasNext()) {
        next.add(values.next());
      }
      window = next;
      order = Permutation.of(key.foldIn(number), next.size());
    }

    @Override
    long[] place() {
      return Positions.join(start, number, index);
    }

    @Override
    public void close() {
      values.close();
    }
  }
}
