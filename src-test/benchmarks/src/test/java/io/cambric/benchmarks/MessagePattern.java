package io.cambric.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * The actions of one process of a group for a sum, in order: the pattern of {@code ProcessLanes}. A
 * test compares its bytes with those that real processes send.
 */
final class MessagePattern {

  /** The most bytes of elements in a message. */
  private static final int BUCKET = 1 << 20;

  /** Operands of no more bytes are added by the first process. */
  private static final int SMALL = 1 << 12;

  private static final int ELEMENT = 4;

  /** Kind, number of the collective, the lengths of text and elements, and two checksums. */
  private static final int HEADER = 25;

  /** An action of a process. */
  sealed interface Action {

    /** Sends a message. */
    record Send(int to, int bytes) implements Action {}

    /** Waits for the next message of another process. */
    record Receive(int from) implements Action {}

    /** Adds bytes of operands up. */
    record Add(double bytes) implements Action {}
  }

  private final int rank;
  private final int size;
  private final int overhead;
  private final List<Action> actions = new ArrayList<>();

  private MessagePattern(int rank, int size, int elements) {
    this.rank = rank;
    this.size = size;
    this.overhead = HEADER + "psum[axis=batch:%d] of f32[%d]".formatted(size, elements).length();
  }

  /** {@return the actions of a process for a sum of floats} */
  static List<Action> ofSum(int rank, int size, int elements) {
    var pattern = new MessagePattern(rank, size, elements);
    if (size > 1 && elements * ELEMENT > SMALL) {
      pattern.divided(elements);
    } else if (size > 1) {
      pattern.byFirst(elements);
    }
    return pattern.actions;
  }

  private void byFirst(int elements) {
    if (rank > 0) {
      send(0, elements);
      receive(0, elements);
      return;
    }
    for (int other = 1; other < size; other++) {
      receive(other, elements);
    }
    add(elements);
    for (int other = 1; other < size; other++) {
      send(other, elements);
    }
  }

  private void divided(int elements) {
    for (int i = 1; i < size; i++) {
      send(after(i), length(elements, after(i)));
    }
    int own = length(elements, rank);
    int most = BUCKET / ELEMENT;
    for (int done = 0; done < own; done += most) {
      int count = Math.min(most, own - done);
      for (int lane = 0; lane < size; lane++) {
        if (lane != rank) {
          receive(lane, count);
        }
      }
      add(count);
      for (int i = 1; i < size; i++) {
        send(after(i), count);
      }
    }
    for (int i = 1; i < size; i++) {
      receive(after(i), length(elements, after(i)));
    }
  }

  private int after(int count) {
    return (rank + count) % size;
  }

  private int length(int elements, int lane) {
    return (int) ((long) elements * (lane + 1) / size) - (int) ((long) elements * lane / size);
  }

  private void send(int to, int elements) {
    int most = BUCKET / ELEMENT;
    for (int done = 0; done < elements; done += most) {
      actions.add(new Action.Send(to, overhead + ELEMENT * Math.min(most, elements - done)));
    }
  }

  private void receive(int from, int elements) {
    int messages = Math.ceilDiv(elements * ELEMENT, BUCKET);
    for (int i = 0; i < messages; i++) {
      actions.add(new Action.Receive(from));
    }
  }

  private void add(int elements) {
    actions.add(new Action.Add((double) size * elements * ELEMENT));
  }
}
