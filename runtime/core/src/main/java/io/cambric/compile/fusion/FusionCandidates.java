package io.cambric.compile.fusion;

import io.cambric.array.Shape;
import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import io.cambric.core.Lowering.Layout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The open groups that an equation is related to: groups that compute one of its operands, or load
 * the same array. Unrelated equations are kept apart, because a common loop would keep both sets of
 * arrays alive. {@code HorizontalFusion} may still merge equal loops later. Scalar equations of one
 * shape are always related.
 *
 * <p>Groups are found by the arrays that they load, so an equation does not search all groups.
 */
final class FusionCandidates {

  /**
   * An array in memory, before memory is planned.
   *
   * @param root the variable that owns the memory
   */
  private record Memory(Atom.Var root, Layout layout) {}

  /** An array that a group of a shape loads. */
  private record Load(Atom.Var root, int offset, Shape shape) {}

  private final GroupWaits waits;
  private final Map<Atom.Var, Memory> memory = new IdentityHashMap<>();
  private final Map<Load, Set<FusionGroup>> byLoad = new HashMap<>();
  private final Map<FusionGroup, List<Load>> loadsOf = new IdentityHashMap<>();
  private final Map<Shape, Set<FusionGroup>> scalars = new HashMap<>();

  FusionCandidates(GroupWaits waits) {
    this.waits = waits;
  }

  private Memory memory(Atom.Var variable) {
    var known = memory.get(variable);
    return known == null ? new Memory(variable, Layout.dense(variable.aval().shape(), 0)) : known;
  }

  /** Registers a variable that shares the memory of an operand. */
  void addAlias(Atom.Var result, Atom operand) {
    if (operand instanceof Atom.Var variable) {
      memory.put(result, memory(variable));
    }
  }

  /** Registers a view, or a part of a larger array, unless the operand must be copied first. */
  void addView(Atom.Var result, Atom.Var operand, Lowering.ViewRule rule) {
    var viewed = memory(operand);
    var layout = rule.apply(viewed.layout);
    if (layout != null) {
      memory.put(result, new Memory(viewed.root, layout));
    }
  }

  /** Registers a group that was opened. */
  void open(FusionGroup group) {
    if (group.shape().size() == 1) {
      scalars.computeIfAbsent(group.shape(), _ -> new LinkedHashSet<>()).add(group);
    }
  }

  /** Registers that a group loads an atom. */
  void addLoad(FusionGroup group, Atom atom) {
    if (load(group.shape(), atom) instanceof Load load) {
      addLoad(group, load);
    }
  }

  private void addLoad(FusionGroup group, Load load) {
    if (byLoad.computeIfAbsent(load, _ -> new LinkedHashSet<>()).add(group)) {
      loadsOf.computeIfAbsent(group, _ -> new ArrayList<>()).add(load);
    }
  }

  /** {@return an atom as an array that a group loads, if it is as large as the iteration space} */
  private @Nullable Load load(Shape shape, Atom atom) {
    if (!(atom instanceof Atom.Var variable)) {
      return null;
    }
    var array = memory(variable);
    return array.root.aval().shape().size() < shape.size()
        ? null
        : new Load(array.root, array.layout.offset(), shape);
  }

  /** Registers that a group absorbed another. */
  void move(FusionGroup from, FusionGroup to) {
    var loads = loadsOf.getOrDefault(from, List.of());
    forget(from);
    loads.forEach(load -> addLoad(to, load));
  }

  /**
   * {@return the related group that was opened last}
   *
   * @param admits whether the equation may join a group
   */
  @Nullable FusionGroup find(Node node, Shape shape, Predicate<FusionGroup> admits) {
    FusionGroup last = null;
    if (shape.size() == 1) {
      last = last(scalars.get(shape), admits, last);
    }
    for (var input : node.eqn().inputs()) {
      var maker = waits.openGroup(input);
      if (maker != null) {
        last =
            last(List.of(maker), group -> group.shape().equals(shape) && admits.test(group), last);
      } else if (load(shape, input) instanceof Load load) {
        last = last(byLoad.get(load), admits, last);
      }
    }
    return last;
  }

  private static @Nullable FusionGroup last(
      @Nullable Collection<FusionGroup> groups,
      Predicate<FusionGroup> admits,
      @Nullable FusionGroup known) {
    if (groups == null) {
      return known;
    }
    var last = known;
    for (var group : groups) {
      if ((last == null || group.number() > last.number()) && admits.test(group)) {
        last = group;
      }
    }
    return last;
  }

  /** Removes a group that no equation may join any more. */
  void forget(FusionGroup group) {
    var loads = loadsOf.remove(group);
    if (loads != null) {
      loads.forEach(load -> Objects.requireNonNull(byLoad.get(load)).remove(group));
    }
    if (scalars.get(group.shape()) instanceof Set<FusionGroup> known) {
      known.remove(group);
    }
  }
}
