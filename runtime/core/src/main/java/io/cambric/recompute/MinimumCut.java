package io.cambric.recompute;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Minimum cut of a graph between a source and a target, by augmenting shortest paths (Edmonds and
 * Karp). Mutable until it is cut.
 *
 * @see <a href="https://doi.org/10.1145/321694.321699">Edmonds and Karp, 1972</a>
 */
final class MinimumCut {

  static final int SOURCE = 0;

  static final int TARGET = 1;

  /** Edges in pairs: each is followed by its reverse edge. */
  private final List<Edge> edges = new ArrayList<>();

  private final List<List<Integer>> edgesOf = new ArrayList<>();

  private static final class Edge {
    final int to;
    long capacity;

    Edge(int to, long capacity) {
      this.to = to;
      this.capacity = capacity;
    }
  }

  /** Creates a graph of a source and a target. */
  MinimumCut() {
    addNode();
    addNode();
  }

  /** {@return the number of a new node} */
  int addNode() {
    edgesOf.add(new ArrayList<>());
    return edgesOf.size() - 1;
  }

  /** Adds an edge and its reverse edge without capacity. */
  void addEdge(int from, int to, long capacity) {
    edgesOf.get(from).add(edges.size());
    edges.add(new Edge(to, capacity));
    edgesOf.get(to).add(edges.size());
    edges.add(new Edge(from, 0));
  }

  /**
   * {@return for each node whether it is on the side of the target; of equal cuts the one nearest
   * to the target}
   */
  boolean[] cut() {
    while (true) {
      int[] arrival = shortestPath();
      if (arrival[TARGET] < 0) {
        return cutOff();
      }
      long flow = Long.MAX_VALUE;
      for (int at = TARGET; at != SOURCE; at = edges.get(arrival[at] ^ 1).to) {
        flow = Math.min(flow, edges.get(arrival[at]).capacity);
      }
      for (int at = TARGET; at != SOURCE; at = edges.get(arrival[at] ^ 1).to) {
        edges.get(arrival[at]).capacity -= flow;
        edges.get(arrival[at] ^ 1).capacity += flow;
      }
    }
  }

  /** {@return for each node the last edge of a shortest path with capacity left, or -1} */
  private int[] shortestPath() {
    int[] arrival = new int[edgesOf.size()];
    Arrays.fill(arrival, -1);
    var queue = new ArrayDeque<Integer>();
    queue.add(SOURCE);
    while (!queue.isEmpty() && arrival[TARGET] < 0) {
      for (int number : edgesOf.get(queue.remove())) {
        var edge = edges.get(number);
        if (edge.capacity > 0 && edge.to != SOURCE && arrival[edge.to] < 0) {
          arrival[edge.to] = number;
          queue.add(edge.to);
        }
      }
    }
    return arrival;
  }

  /** {@return the nodes with a path of remaining capacity to the target} */
  private boolean[] cutOff() {
    boolean[] reaches = new boolean[edgesOf.size()];
    var queue = new ArrayDeque<Integer>();
    queue.add(TARGET);
    reaches[TARGET] = true;
    while (!queue.isEmpty()) {
      for (int number : edgesOf.get(queue.remove())) {
        int from = edges.get(number).to;
        if (!reaches[from] && edges.get(number ^ 1).capacity > 0) {
          reaches[from] = true;
          queue.add(from);
        }
      }
    }
    return reaches;
  }
}
