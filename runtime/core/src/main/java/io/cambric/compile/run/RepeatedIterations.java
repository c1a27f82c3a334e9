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
 * Iterations of a loop whose body is a single straight code. Carries alternate between few buffers,
 * and rows advance by their length. The memory of an iteration thus follows from an earlier one,
 * and its places need not be bound.
 *
 * <p>The buffers of an iteration depend only on the buffers of the carries before it. An offset is
 * constant, or follows from a carry or a row. If carries have the same buffers after three cycles,
 * and advanced equally far in two of them, they do so in all later cycles.
 */
final class RepeatedIterations {

  /** The longest cycle in iterations: a carry alternates between two buffers. */
  private static final int LONGEST = 2;

  /** The number of iterations after which the search for a cycle ends. */
  private static final int MOST = 16;

  private final List<Iteration> iterations = new ArrayList<>();

  /** The iterations of a cycle; empty until a cycle is found. */
  private final List<Phase> cycle = new ArrayList<>();

  /** The offset by which each carry advances in a cycle. */
  private int[] steps = {};

  /** A straight code and the memory that it runs on. */
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
   * @param condition the code of the condition before the iteration, or null
   * @param copies the copies after the code of the body
   * @param carries the places of the carries after it
   */
  record Iteration(@Nullable Call condition, Call body, List<Copy> copies, List<Place> carries) {

    private List<Call> calls() {
      return condition == null ? List.of(body) : List.of(condition, body);
    }

    /** {@return whether two iterations used the same buffers} */
    private boolean hasBuffersOf(Iteration other) {
      return allMatch(calls(), other.calls(), Call::hasBuffersOf)
          && allMatch(copies, other.copies, Copy::hasBuffersOf)
          && allMatch(carries, other.carries, Place::isAlike);
    }

    private static <T> boolean allMatch(List<T> some, List<T> others, BiPredicate<T, T> match) {
      return some.size() == others.size()
          && IntStream.range(0, some.size()).allMatch(i -> match.test(some.get(i), others.get(i)));
    }

    /** {@return the offset by which each carry advanced since an earlier iteration} */
    private int[] steps(Iteration earlier) {
      return IntStream.range(0, carries.size())
          .map(i -> carries.get(i).offset() - earlier.carries.get(i).offset())
          .toArray();
    }
  }

  /** A call whose offsets advance with each cycle; mutable. */
  private static final class MovingCall {

    private final Call call;

    /** The arrays whose offsets advance; {@link #steps} has the distances. */
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

  /** A copy whose places advance with each cycle; mutable. */
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

  /** {@return whether iterations are still recorded, because no cycle is found yet} */
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
   * Runs whole cycles. {@return the number of iterations that ran}
   *
   * @param most iterations that are left
   * @param carries the places of the carries, which advance
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
   * Runs iterations until their condition fails. {@return whether it failed; false without a cycle}
   * Such loops have no rows, so carries keep their places from cycle to cycle.
   *
   * @param holds reads the value of the condition
   * @param carries the places of the carries, set after the last iteration
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
