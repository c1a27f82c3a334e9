package io.cambric.compile.run;

import io.cambric.compile.run.ScanLoop.Place;
import io.cambric.kernel.straight.StraightCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Iterations of a loop whose body is one straight code. Carries change places in few buffers, and
 * rows move on by their length, so that the memory of an iteration follows from an earlier one.
 * Such iterations need no binding of places.
 *
 * <p>The buffers of an iteration depend on the buffers of the carries before it alone. An offset
 * follows from a carry or from a row, or is constant. If carries have the same buffers after three
 * cycles, and moved on equally far in two of them, all later cycles move on equally far.
 */
final class RepeatedIterations {

  /** The most iterations of a cycle: carries change places with a second buffer. */
  private static final int LONGEST = 2;

  /** Iterations after which no repetition is looked for any more. */
  private static final int MOST = 16;

  private final List<Iteration> iterations = new ArrayList<>();

  /** The iterations of a cycle; none as long as none is found. */
  private final List<Phase> cycle = new ArrayList<>();

  /** How far each carry moves on with a cycle. */
  private int[] steps = {};

  /** A code and the memory that it runs on. */
  record Call(StraightCode code, @Nullable Object[] arrays, int[] offsets) {

    private boolean hasBuffersOf(Call other) {
      return IntStream.range(0, arrays.length).allMatch(i -> arrays[i] == other.arrays[i]);
    }
  }

  /** A copy of a result to a row. */
  record Copy(Place from, Place to, int length) {

    private boolean hasBuffersOf(Copy other) {
      return from.buffer() == other.from.buffer() && to.buffer() == other.to.buffer();
    }
  }

  /**
   * An iteration that has run, and the memory that it ran on.
   *
   * @param condition the code before the iteration that decides on it, or null
   * @param copies after the code of the body
   * @param carries the places of the carries after it
   */
  record Iteration(@Nullable Call condition, Call body, List<Copy> copies, List<Place> carries) {

    private List<Call> calls() {
      return condition == null ? List.of(body) : List.of(condition, body);
    }

    /** {@return whether an iteration used the buffers of another one} */
    private boolean hasBuffersOf(Iteration other) {
      return allMatch(calls(), other.calls(), Call::hasBuffersOf)
          && allMatch(copies, other.copies, Copy::hasBuffersOf)
          && allMatch(carries, other.carries, Place::isAlike);
    }

    private static <T> boolean allMatch(List<T> some, List<T> others, BiPredicate<T, T> match) {
      return some.size() == others.size()
          && IntStream.range(0, some.size()).allMatch(i -> match.test(some.get(i), others.get(i)));
    }

    /** {@return how far each carry has moved on from an earlier iteration} */
    private int[] steps(Iteration earlier) {
      return IntStream.range(0, carries.size())
          .map(i -> carries.get(i).offset() - earlier.carries.get(i).offset())
          .toArray();
    }
  }

  /** A call whose offsets move on with each cycle; mutable. */
  private static final class MovingCall {

    private final Call call;

    /** The arrays whose offsets move on, and how far. */
    private final int[] moving;

    private final int[] steps;

    MovingCall(Call last, Call earlier) {
      int[] now = last.offsets;
      call = new Call(last.code, last.arrays, now.clone());
      moving = IntStream.range(0, now.length).filter(i -> now[i] != earlier.offsets[i]).toArray();
      steps = Arrays.stream(moving).map(i -> now[i] - earlier.offsets[i]).toArray();
    }

    void run() {
      for (int i = 0; i < moving.length; i++) {
        call.offsets[moving[i]] += steps[i];
      }
      call.code.run(call.arrays, call.offsets);
    }
  }

  /** A copy whose places move on with each cycle; mutable. */
  private static final class MovingCopy {

    private final int length;
    private final int fromStep;
    private final int toStep;
    private Place from;
    private Place to;

    MovingCopy(Copy last, Copy earlier) {
      from = last.from;
      to = last.to;
      length = last.length;
      fromStep = from.offset() - earlier.from.offset();
      toStep = to.offset() - earlier.to.offset();
    }

    void run() {
      from = from.shifted(fromStep);
      to = to.shifted(toStep);
      ScanLoop.copy(from, to, length);
    }
  }

  /** An iteration of the cycle. */
  private static final class Phase {

    private final @Nullable MovingCall condition;
    private final MovingCall body;
    private final List<MovingCopy> copies;

    /** The places of the carries before the iteration, in the last recorded cycle. */
    private final List<Place> before;

    Phase(Iteration last, Iteration earlier, List<Place> before) {
      condition =
          last.condition == null || earlier.condition == null
              ? null
              : new MovingCall(last.condition, earlier.condition);
      body = new MovingCall(last.body, earlier.body);
      copies =
          IntStream.range(0, last.copies.size())
              .mapToObj(i -> new MovingCopy(last.copies.get(i), earlier.copies.get(i)))
              .toList();
      this.before = before;
    }

    void run() {
      body.run();
      for (var copy : copies) {
        copy.run();
      }
    }
  }

  /** {@return whether iterations should be recorded, since no cycle is found yet} */
  boolean isOpen() {
    return cycle.isEmpty() && iterations.size() < MOST;
  }

  /** Records an iteration. */
  void add(Iteration iteration) {
    iterations.add(iteration);
    for (int length = 1; length <= LONGEST && cycle.isEmpty(); length++) {
      if (isCycle(length)) {
        int first = iterations.size() - length;
        steps = iterations.getLast().steps(iterations.get(first - 1));
        for (int i = first; i < iterations.size(); i++) {
          var before = iterations.get(i - 1).carries;
          cycle.add(new Phase(iterations.get(i), iterations.get(i - length), before));
        }
      }
    }
  }

  /** {@return whether the last iterations, and as many before them, are a cycle} */
  private boolean isCycle(int length) {
    int last = iterations.size() - 1;
    if (last < 2 * length) {
      return false;
    }
    for (int i = last; i > last - length; i--) {
      if (!iterations.get(i).hasBuffersOf(iterations.get(i - length))) {
        return false;
      }
    }
    var now = iterations.get(last);
    var before = iterations.get(last - length);
    var first = iterations.get(last - 2 * length);
    return Iteration.allMatch(before.carries, first.carries, Place::isAlike)
        && Arrays.equals(now.steps(before), before.steps(first));
  }

  /**
   * Runs whole cycles: {@return the number of iterations that ran}
   *
   * @param most iterations that are left
   * @param carries the places of the carries, which move on
   */
  int run(int most, Place[] carries) {
    int cycles = cycle.isEmpty() ? 0 : most / cycle.size();
    for (int i = 0; i < cycles; i++) {
      for (var phase : cycle) {
        phase.run();
      }
    }
    for (int i = 0; i < carries.length && cycles > 0; i++) {
      carries[i] = carries[i].moved(cycles * steps[i]);
    }
    return cycles * cycle.size();
  }

  /**
   * Runs iterations until their condition fails: {@return whether it did} Without a cycle none
   * runs. Carries of such loops stay in their places from cycle to cycle, since there are no rows.
   *
   * @param holds reads what the condition has computed
   * @param carries the places of the carries, which the last iteration changes
   */
  boolean runWhile(BooleanSupplier holds, Place[] carries) {
    while (!cycle.isEmpty()) {
      for (var phase : cycle) {
        Objects.requireNonNull(phase.condition).run();
        if (!holds.getAsBoolean()) {
          phase.before.toArray(carries);
          return true;
        }
        phase.run();
      }
    }
    return false;
  }
}
