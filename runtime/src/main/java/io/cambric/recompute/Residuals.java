package io.cambric.recompute;

import io.cambric.core.Atom;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What values follow from, and which of them are read later: finds those that are better computed
 * again than stored. Mutable until it is asked.
 *
 * <p>What is stored separates the sources (values that cannot be computed again) from what is read
 * later; the cheapest such set is a minimum cut.
 */
public final class Residuals {

  /** A value: flow through it is what storing it costs. */
  private record Node(int in, int out) {}

  private final MinimumCut graph = new MinimumCut();
  private final Map<Atom.Var, Node> nodes = new IdentityHashMap<>();

  /** No values yet. */
  public Residuals() {}

  /**
   * Adds a value.
   *
   * @param storing cost of having it in memory
   * @param again cost of computing it again, {@link RecomputeCosts#INFINITE} if it cannot be
   * @param operands what it is computed from, added before; not read if it cannot be
   */
  public void add(Atom.Var value, long storing, long again, List<Atom.Var> operands) {
    var node = new Node(graph.addNode(), graph.addNode());
    nodes.put(value, node);
    graph.addEdge(MinimumCut.SOURCE, node.in, again);
    graph.addEdge(node.in, node.out, storing);
    if (again < RecomputeCosts.INFINITE) {
      for (var operand : operands) {
        graph.addEdge(node(operand).out, node.in, RecomputeCosts.INFINITE);
      }
    }
  }

  /** Says that a value is read later. */
  public void want(Atom.Var value) {
    graph.addEdge(node(value).out, MinimumCut.TARGET, RecomputeCosts.INFINITE);
  }

  private Node node(Atom.Var value) {
    return Objects.requireNonNull(nodes.get(value), "a value that was not added");
  }

  /** {@return the values that are computed again: those that a cut leaves over} */
  public Set<Atom.Var> computedAgain() {
    boolean[] cutOff = graph.cut();
    Set<Atom.Var> again = Collections.newSetFromMap(new IdentityHashMap<>());
    nodes.forEach((value, node) -> {
      if (cutOff[node.in]) {
        again.add(value);
      }
    });
    return again;
  }
}
