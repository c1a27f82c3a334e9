package io.cambric.benchmarks;

import io.cambric.benchmarks.MessagePattern.Action;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A simulation of training steps on machines, event by event; mutable. Each machine computes, sends
 * and takes messages as a process does:
 *
 * <ul>
 *   <li>One thread runs the collectives in order; each begins when its operand is made.
 *   <li>All messages of a machine leave over one link, one after the other, and come in over one.
 *   <li>Another thread takes messages that came in, one after the other.
 * </ul>
 */
final class ClusterSimulation {

  private final Network network;
  private final Machine[] machines;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long order;

  /** Something that happens at a time; events of one time keep their order. */
  private record Event(double time, long order, Runnable what) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(time, other.time);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  /** The state of one machine. */
  private final class Machine {
    private final int rank;
    private final Queue<Work> work = new ArrayDeque<>();
    private final int[] arrived;
    private double outFree;
    private double inFree;
    private double readerFree;
    private int waitsFor = -1;
    private double end;

    Machine(int rank, int size) {
      this.rank = rank;
      arrived = new int[size];
    }

    /** Runs the thread of the collectives until it waits. */
    void run(double start) {
      double now = start;
      while (!work.isEmpty()) {
        var next = work.element();
        if (next.earliest > now) {
          at(next.earliest, () -> run(next.earliest));
          return;
        }
        switch (next.action) {
          case Action.Send(int to, int bytes) -> {
            now += network.message();
            send(now, to, bytes);
          }
          case Action.Receive(int from) -> {
            if (arrived[from] == 0) {
              waitsFor = from;
              return;
            }
            arrived[from]--;
          }
          case Action.Add(double bytes) -> now += bytes / network.addition();
        }
        work.remove();
      }
      end = now;
    }

    private void send(double now, int to, int bytes) {
      double begin = Math.max(now, outFree);
      outFree = begin + bytes / network.bandwidth();
      int from = Arrays.asList(machines).indexOf(this);
      at(
          begin + network.latency(),
          () -> machines[to].comeIn(from, begin + network.latency(), bytes));
    }

    private void comeIn(int from, double now, int bytes) {
      inFree = Math.max(now, inFree) + bytes / network.bandwidth();
      readerFree = Math.max(readerFree, inFree) + network.message();
      double taken = readerFree;
      at(
          taken,
          () -> {
            arrived[from]++;
            if (waitsFor == from) {
              waitsFor = -1;
              run(taken);
            }
          });
    }
  }

  /** An action, and the time before which it does not begin. */
  private record Work(double earliest, Action action) {}

  private ClusterSimulation(int size, Network network) {
    this.network = network;
    this.machines = new Machine[size];
    Arrays.setAll(machines, rank -> new Machine(rank, size));
  }

  private void at(double time, Runnable what) {
    events.add(new Event(time, order++, what));
  }

  /** {@return seconds of a step until the last machine has all sums} */
  static double seconds(StepCost step, int size, Network network) {
    var simulation = new ClusterSimulation(size, network);
    int elements = (int) (step.bytes() / step.buckets() / 4);
    for (int rank = 0; rank < size; rank++) {
      for (int bucket = 1; bucket <= step.buckets(); bucket++) {
        // The forward pass and the update lie around the backward pass, which fills the buckets.
        double made = step.forward() + step.backward() * bucket / step.buckets();
        for (var action : MessagePattern.ofSum(rank, size, elements)) {
          simulation.machines[rank].work.add(new Work(made, action));
        }
      }
    }
    return Math.max(step.alone(), simulation.run());
  }

  private double run() {
    for (var machine : machines) {
      at(0, () -> machine.run(0));
    }
    while (!events.isEmpty()) {
      events.remove().what.run();
    }
    for (var machine : machines) {
      if (!machine.work.isEmpty()) {
        throw new IllegalStateException("a machine still waits");
      }
    }
    return Arrays.stream(machines).mapToDouble(machine -> machine.end).max().orElse(0);
  }

  /** {@return the bytes that a process sends in a sum} */
  static long bytes(List<Action> actions) {
    return actions.stream()
        .mapToLong(action -> action instanceof Action.Send send ? send.bytes() : 0)
        .sum();
  }
}
