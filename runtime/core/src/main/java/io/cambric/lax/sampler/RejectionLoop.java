package io.cambric.lax.sampler;

import io.cambric.kernel.scalar.Threefry;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Iterations of draws, in which all elements of a row use the same keys, each at its own position.
 *
 * <p>The key of an iteration is split into several keys, one of which is the key of the next
 * iteration.
 */
final class RejectionLoop {

  private static final int GRAIN = 1 << 10;

  private RejectionLoop() {}

  /**
   * The keys of an iteration.
   *
   * @param first the first part of the iteration's key
   * @param second the second part
   * @param third the third part
   */
  record Round(long first, long second, long third) {

    static Round of(long key) {
      return new Round(
          Threefry.encrypt(key, 0), Threefry.encrypt(key, 1), Threefry.encrypt(key, 2));
    }
  }

  /** The work of an iteration on an element, called from several threads. */
  @FunctionalInterface
  interface Step {

    /** {@return whether the element needs no further iteration} */
    boolean isLast(int element, Round round);
  }

  /**
   * Runs iterations for each element until it needs no more.
   *
   * @param count number of elements
   * @param takesPart whether an element needs any iteration
   * @param next index of the key of the next iteration
   * @param most the maximum number of iterations, after which elements are unchanged
   * @return the iterations that ran
   */
  static List<Round> run(
      long key,
      int count,
      IntPredicate takesPart,
      ToLongFunction<Round> next,
      int most,
      Step step) {
    var rounds = new ArrayList<Round>();
    long current = key;
    var waiting = IntStream.range(0, count).filter(takesPart).toArray();
    boolean[] done = new boolean[count];
    while (waiting.length > 0 && rounds.size() < most) {
      var round = Round.of(current);
      var elements = waiting;
      forEach(elements.length, i -> done[elements[i]] = step.isLast(elements[i], round));
      rounds.add(round);
      current = next.applyAsLong(round);
      waiting = IntStream.of(waiting).filter(i -> !done[i]).toArray();
    }
    return rounds;
  }

  /** The rule of a rejection sampler, called from several threads. */
  interface Rejection {

    /** {@return whether an element accepts its proposal in an iteration} */
    boolean isAccepted(int element, Round round);

    /** Stores the proposal of an element in an iteration. */
    void take(int element, Round round);
  }

  /**
   * Runs iterations until every element has accepted a proposal, and gives each element the last
   * proposal that it accepts. The proposal thus depends on the other elements, as in JAX, which
   * loops over whole arrays.
   */
  static void reject(long key, int count, int most, Rejection rule) {
    var rounds = run(key, count, _ -> true, Round::first, most, rule::isAccepted);
    forEach(
        count,
        element -> {
          int i = rounds.size() - 1;
          while (i >= 0 && !rule.isAccepted(element, rounds.get(i))) {
            i--;
          }
          if (i >= 0) {
            rule.take(element, rounds.get(i));
          }
        });
  }

  private static void forEach(int count, java.util.function.IntConsumer action) {
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            action.accept(i);
          }
        });
  }
}
