package io.cambric.recompute;

import io.cambric.core.Atom;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The choice of residuals: which values are stored for later readers, and which values the readers
 * recompute. Mutable until {@link #recomputed} is called.
 *
 * <p>The stored values separate the sources (values that cannot be recomputed) from the values that
 * are read later. The cheapest such set is a minimum cut. With {@code jax.checkpoint} a policy
 * makes this choice; here the cost makes it.
 */
public final class Residuals {

  /** A value. The capacity of the edge from its input to its output is the cost to store it. */
  private record Node(int in, int out) {}

  private final MinimumCut graph = new MinimumCut();
  private final Map<Atom.Var, Node> nodes = new IdentityHashMap<>();

  /** Creates a graph without values. */
  public Residuals() {}

  /**
   * Adds a value.
   *
   * @param storeCost cost of the value in memory
   * @param recomputeCost cost to recompute the value, {@link RecomputeCosts#INFINITE} if it cannot
   *     be recomputed
   * @param operands the operands of the value, added before; ignored if it cannot be recomputed
   */
  public void add(Atom.Var value, long storeCost, long recomputeCost, List<Atom.Var> operands) {
    var node = new Node(graph.addNode(), graph.addNode());
    nodes.put(value, node);
    graph.addEdge(MinimumCut.SOURCE, node.in, recomputeCost);
    graph.addEdge(node.in, node.out, storeCost);
    if (recomputeCost < RecomputeCosts.INFINITE) {
      for (var operand : operands) {
        graph.addEdge(node(operand).out, node.in, RecomputeCosts.INFINITE);
      }
    }
  }

  /** Marks a value as read later. */
  public void request(Atom.Var value) {
    graph.addEdge(node(value).out, MinimumCut.TARGET, RecomputeCosts.INFINITE);
  }

  private Node node(Atom.Var value) {
    return Objects.requireNonNull(nodes.get(value), "a value that was not added");
  }

  /** {@return the values that are recomputed: the values on the side of the readers} */
  public Set<Atom.Var> recomputed() {
    boolean[] cutOff = graph.cut();
    Set<Atom.Var> recomputed = Collections.newSetFromMap(new IdentityHashMap<>());
    nodes.forEach((value, node) -> {
      if (cutOff[node.in]) {
        recomputed.add(value);
      }
    });
    return recomputed;
  }
}
