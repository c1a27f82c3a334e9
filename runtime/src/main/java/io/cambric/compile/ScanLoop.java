package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.compile.Program.Output;
import io.cambric.kernel.Operand;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rounds of a loop over a compiled body. Carries lie in memory of the loop, where the body
 * writes over those it no longer reads, or among the stacked results; so no round copies or
 * allocates what it can write in place. Used by one thread.
 */
final class ScanLoop implements AutoCloseable {

  /**
   * Where a value lies.
   *
   * @param own whether the loop may write over it
   */
  record Place(Buffer buffer, int offset, boolean own) {

    static Place of(Operand operand) {
      return new Place(operand.buffer(), operand.offset(), false);
    }

    boolean isAt(Place other) {
      return buffer == other.buffer && offset == other.offset;
    }

    /** {@return where a value lies so many elements further on} */
    Place shifted(int elements) {
      return new Place(buffer, offset + elements, false);
    }
  }

  private final Program body;
  private final ProgramFrame frame;
  private final int first;

  /** Where the last carries are to lie. */
  private final Place[] ends;

  private final Place[] carries;
  private final Place[] next;
  private final Place[] results;
  private final Predicate<Buffer> isUsed = this::isUsed;

  /** For each result of the body the stacked output that is written where it is made, or -1. */
  private final int[] stackedAs;

  /**
   * Prepares the rounds.
   *
   * @param body from constants, carries and rows to carries and rows
   * @param first number of the first carry among the arguments of the body
   * @param start where the first carries lie
   * @param ends where the last ones are to lie; the loop may write over those that lie there
   */
  ScanLoop(Program body, int first, List<Operand> start, List<Operand> ends) {
    this.body = body;
    this.frame = body.open();
    this.first = first;
    this.ends =
        ends.stream().map(end -> new Place(end.buffer(), end.offset(), true)).toArray(Place[]::new);
    this.carries = start.stream().map(Place::of).toArray(Place[]::new);
    for (int i = 0; i < carries.length; i++) {
      if (carries[i].isAt(this.ends[i])) {
        carries[i] = this.ends[i];
      }
    }
    this.next = new Place[carries.length];
    this.results = new Place[body.resultCount()];
    this.stackedAs = new int[results.length];
    Arrays.fill(stackedAs, -1);
    for (int i = body.outputs().size() - 1; i >= carries.length; i--) {
      if (body.outputs().get(i) instanceof Output.Written(int result)) {
        stackedAs[result] = i - carries.length;
      }
    }
  }

  /** Says where an argument lies that is no carry. */
  void bind(int argument, Place place) {
    frame.bind(argument, place.buffer, place.offset);
  }

  /** Says that the first arguments stay the same in all rounds. */
  void keep(int arguments) {
    frame.keep(arguments);
  }

  /** {@return the carries as they are now} */
  List<Place> carries() {
    return List.of(carries);
  }

  /**
   * Runs one round.
   *
   * @param rows where the rows that the body makes are to lie
   */
  void run(List<Place> rows) {
    for (int i = 0; i < carries.length; i++) {
      frame.bind(first + i, carries[i].buffer, carries[i].offset);
    }
    Arrays.fill(results, null);
    for (int r = 0; r < results.length; r++) {
      results[r] = stackedAs[r] >= 0 ? rows.get(stackedAs[r]) : memoryFor(r);
      frame.bind(body.resultSlot(r), results[r].buffer, results[r].offset);
    }
    body.execute(frame);
    for (int i = 0; i < body.outputs().size(); i++) {
      var value = place(body.outputs().get(i));
      if (i < next.length) {
        next[i] = value;
      } else {
        copy(value, rows.get(i - next.length), body.outputLength(i));
      }
    }
    System.arraycopy(next, 0, carries, 0, next.length);
  }

  private Place place(Output output) {
    return switch (output) {
      case Output.Known(var value) -> new Place(value.buffer(), value.offset(), false);
      case Output.Argument(int number) ->
          number >= first && number < first + carries.length
              ? carries[number - first]
              : new Place(frame.buffer(number), frame.offset(number), false);
      case Output.Written(int result) -> results[result];
    };
  }

  /**
   * {@return the memory of a carry that dies where the result is made, that of the last carry, or
   * memory of the loop}
   */
  private Place memoryFor(int result) {
    int donor = body.result(result).donated() - first;
    if (donor >= 0 && donor < carries.length && carries[donor].own && isAlone(carries[donor])) {
      return carries[donor];
    }
    for (int i = 0; i < ends.length; i++) {
      boolean isLast = body.outputs().get(i) instanceof Output.Written(int made) && made == result;
      if (isLast && !isUsed(ends[i].buffer)) {
        return ends[i];
      }
    }
    var slot = body.result(result);
    return new Place(frame.carry(slot.dtype(), slot.length(), isUsed), 0, true);
  }

  /** {@return whether a carry or a result of this round lies there} */
  private boolean isUsed(Buffer buffer) {
    for (var carry : carries) {
      if (carry.buffer == buffer) {
        return true;
      }
    }
    for (var made : results) {
      if (made != null && made.buffer == buffer) {
        return true;
      }
    }
    return false;
  }

  /** {@return whether no other carry lies in this memory} */
  private boolean isAlone(Place place) {
    int count = 0;
    for (var carry : carries) {
      count += carry.buffer == place.buffer ? 1 : 0;
    }
    return count == 1;
  }

  /** Brings the carries to where the last ones are to lie. */
  void end() {
    for (int i = 0; i < carries.length; i++) {
      if (!carries[i].isAt(ends[i])) {
        clear(i);
        copy(carries[i], ends[i], body.outputLength(i));
        carries[i] = ends[i];
      }
    }
  }

  /** Moves carries aside that come later and lie where this one is to lie. */
  private void clear(int carry) {
    for (int k = carry + 1; k < carries.length; k++) {
      if (carries[k].isAt(ends[carry])) {
        int length = body.outputLength(k);
        var aside = new Place(Buffer.allocate(carries[k].buffer.dtype(), length), 0, true);
        copy(carries[k], aside, length);
        carries[k] = aside;
      }
    }
  }

  /** Copies a value, unless it lies there already. */
  static void copy(Place from, Place to, int length) {
    if (!from.isAt(to)) {
      to.buffer.copyFrom(to.offset, from.buffer, from.offset, length);
    }
  }

  @Override
  public void close() {
    body.close(frame);
  }
}
