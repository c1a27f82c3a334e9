package io.cambric.compile.run;

import io.cambric.array.Buffer;
import io.cambric.compile.run.Program.Output;
import io.cambric.compile.run.RepeatedIterations.Copy;
import io.cambric.compile.run.RepeatedIterations.Iteration;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The iterations of a compiled loop body. Carries are double-buffered in memory of the loop, and
 * the body overwrites a carry after its last use. Stacked results are written in place. Thus an
 * iteration allocates nothing, and copies no value that it can write in place. Used by one thread.
 */
final class ScanLoop implements AutoCloseable {

  /**
   * The memory of a value.
   *
   * @param own whether the loop may overwrite it
   */
  record Place(Buffer buffer, int offset, boolean own) {

    static Place of(Operand operand) {
      return new Place(operand.buffer(), operand.offset(), false);
    }

    boolean isAt(Place other) {
      return buffer == other.buffer && offset == other.offset;
    }

    /** {@return whether another place has the same buffer and owner, at any offset} */
    boolean isAlike(Place other) {
      return buffer == other.buffer && own == other.own;
    }

    /** {@return the place at a distance in elements, of the same owner} */
    Place moved(int elements) {
      return new Place(buffer, offset + elements, own);
    }

    /** {@return the place at a distance in elements, which the loop may not overwrite} */
    Place shifted(int elements) {
      return new Place(buffer, offset + elements, false);
    }
  }

  private final Program body;
  private final ProgramFrame frame;
  private final int first;

  /** The memory for the carries of the last iteration. */
  private final Place[] finalCarries;

  private final Place[] carries;
  private final Place[] next;
  private final Place[] results;
  private final Predicate<Buffer> isUsed = this::isUsed;

  private final RepeatedIterations repeated = new RepeatedIterations();

  /** The copies after the code of the last iteration. */
  private final List<Copy> copies = new ArrayList<>();

  /** For each result of the body the number of its stacked output, or -1. */
  private final int[] stackedAs;

  /**
   * Prepares the iterations.
   *
   * @param body program from constants, carries and rows to carries and rows
   * @param first number of the first carry among the arguments of the body
   * @param start the initial carries
   * @param finalCarries the memory for the carries of the last iteration; the loop may overwrite
   *     initial carries there
   */
  ScanLoop(Program body, int first, List<Operand> start, List<Operand> finalCarries) {
    this.body = body;
    this.frame = body.open();
    this.first = first;
    this.finalCarries =
        finalCarries.stream()
            .map(end -> new Place(end.buffer(), end.offset(), true))
            .toArray(Place[]::new);
    this.carries = start.stream().map(Place::of).toArray(Place[]::new);
    for (int i = 0; i < carries.length; i++) {
      if (carries[i].isAt(this.finalCarries[i])) {
        carries[i] = this.finalCarries[i];
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

  /** Binds an argument that is not a carry. */
  void bind(int argument, Place place) {
    frame.bind(argument, place.buffer, place.offset);
  }

  /** Marks the leading arguments as loop-invariant. */
  void setInvariants(int arguments) {
    frame.setInvariants(arguments);
  }

  /** {@return the current carries} */
  List<Place> carries() {
    return List.of(carries);
  }

  /**
   * Runs one iteration.
   *
   * @param rows the memory for the rows that the body computes
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
    copies.clear();
    for (int i = 0; i < body.outputs().size(); i++) {
      var value = place(body.outputs().get(i));
      if (i < next.length) {
        next[i] = value;
      } else if (!value.isAt(rows.get(i - next.length))) {
        var row = rows.get(i - next.length);
        copy(value, row, body.outputLength(i));
        copies.add(new Copy(value, row, body.outputLength(i)));
      }
    }
    System.arraycopy(next, 0, carries, 0, next.length);
  }

  /**
   * Repeats earlier iterations, once {@link #run} has run one. {@return the number of iterations}
   * Rows advance by their length.
   *
   * @param most iterations that are left
   */
  int repeat(int most) {
    var whole = repeated.isOpen() ? frame.whole() : null;
    if (whole != null) {
      repeated.add(new Iteration(null, whole.last(), List.copyOf(copies), List.of(carries)));
    }
    return repeated.run(most, carries);
  }

  /**
   * Repeats earlier iterations until their condition fails, once {@link #run} has run one. {@return
   * whether it failed}
   *
   * @param condition the loop that has computed the condition
   * @param holds reads the value of the condition
   */
  boolean repeatWhile(ScanLoop condition, BooleanSupplier holds) {
    var whole = repeated.isOpen() ? frame.whole() : null;
    var test = condition.frame.whole();
    if (whole != null && test != null) {
      repeated.add(new Iteration(test.last(), whole.last(), List.of(), List.of(carries)));
    }
    return repeated.runWhile(holds, carries);
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
   * {@return the memory for a result of the body: of a carry that ends there, of the final carry,
   * or of the loop}
   */
  private Place memoryFor(int result) {
    int donor = body.result(result).donated().orElse(-1) - first;
    if (donor >= 0 && donor < carries.length && carries[donor].own && isAlone(carries[donor])) {
      return carries[donor];
    }
    for (int i = 0; i < finalCarries.length; i++) {
      boolean isLast = body.outputs().get(i) instanceof Output.Written(int made) && made == result;
      if (isLast && !isUsed(finalCarries[i].buffer)) {
        return finalCarries[i];
      }
    }
    var slot = body.result(result);
    return new Place(frame.carry(slot.dtype(), slot.length(), isUsed), 0, true);
  }

  /** {@return whether a carry or a result of this iteration uses a buffer} */
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

  /** {@return whether no other carry uses the same buffer} */
  private boolean isAlone(Place place) {
    int count = 0;
    for (var carry : carries) {
      count += carry.buffer == place.buffer ? 1 : 0;
    }
    return count == 1;
  }

  /** Copies the carries to the memory for the final ones. */
  void end() {
    for (int i = 0; i < carries.length; i++) {
      if (!carries[i].isAt(finalCarries[i])) {
        clear(i);
        copy(carries[i], finalCarries[i], body.outputLength(i));
        carries[i] = finalCarries[i];
      }
    }
  }

  /** Moves later carries out of the memory that this carry is copied to. */
  private void clear(int carry) {
    for (int k = carry + 1; k < carries.length; k++) {
      if (carries[k].isAt(finalCarries[carry])) {
        int length = body.outputLength(k);
        var aside = new Place(Buffer.allocate(carries[k].buffer.dtype(), length), 0, true);
        copy(carries[k], aside, length);
        carries[k] = aside;
      }
    }
  }

  /** Copies a value, unless both places are the same. */
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
