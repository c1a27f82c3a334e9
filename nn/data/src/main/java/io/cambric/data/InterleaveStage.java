package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One value of each stage in cyclic order. Its position begins with the index of the next stage.
 */
final class InterleaveStage<T> extends Stage<T> {

  private final List<Stage<T>> stages;

  InterleaveStage(List<Stage<T>> stages) {
    this.stages = List.copyOf(stages);
  }

  @Override
  int numbers() {
    return 1 + stages.stream().mapToInt(Stage::numbers).sum();
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    if (position[0] >= stages.size()) {
      throw new DataException(
          "A position in %d interleaved datasets needs the number of the next dataset, but got %d. Resume with the data of the checkpoint."
              .formatted(stages.size(), position[0]));
    }
    var iterators = new ArrayList<ResumableIterator<T>>();
    int from = 1;
    for (var stage : stages) {
      iterators.add(stage.open(Positions.part(position, from, stage.numbers()), epochs));
      from += stage.numbers();
    }
    return new Turns<>(iterators, (int) position[0]);
  }

  private static final class Turns<T> extends LookAhead<T> {

    private final List<ResumableIterator<T>> iterators;
    private int turn;

    Turns(List<ResumableIterator<T>> iterators, int turn) {
      this.iterators = iterators;
      this.turn = turn;
    }

    @Override
    @Nullable T advance() {
      for (int i = 0; i < iterators.size(); i++) {
        var iterator = iterators.get(turn);
        turn = (turn + 1) % iterators.size();
        if (iterator.hasNext()) {
          return iterator.next();
        }
      }
      return null;
    }

    @Override
    long[] place() {
      var position = new long[] {turn};
      for (var iterator : iterators) {
        position = Positions.join(position, iterator.position());
      }
      return position;
    }

    @Override
    public void close() {
      close(0);
    }

    /** Closes the iterators from an index on, even if one fails to close. */
    private void close(int from) {
      if (from < iterators.size()) {
        try {
          iterators.get(from).close();
        } finally {
          close(from + 1);
        }
      }
    }
  }
}
