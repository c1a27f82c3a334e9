package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open fusion groups in the order they were opened, found by the variables that they compute
 * and by the memory that they load. Mutable.
 *
 * <p>A look-up takes as long for many groups as for few, so that the fusion of a long program takes
 * time in proportion to its length.
 */
final class OpenGroups {

  /** The number of each group. */
  private final Map<FusionGroup, Integer> numbers = new LinkedHashMap<>();

  private final Map<Atom, FusionGroup> computing = new IdentityHashMap<>();
  private final Map<Value.Place, Set<FusionGroup>> reading = new IdentityHashMap<>();
  private final Map<Shape, Set<FusionGroup>> byShape = new HashMap<>();
  private int opened;

  void add(FusionGroup group) {
    numbers.put(group, opened);
    opened++;
    byShape.computeIfAbsent(group.shape(), _ -> new LinkedHashSet<>()).add(group);
  }

  /** Registers what a group has come to compute and to load. */
  void update(FusionGroup group) {
    if (!numbers.containsKey(group)) {
      return;
    }
    group.variables().forEach(variable -> computing.put(variable, group));
    for (var input : group.inputs()) {
      reading.computeIfAbsent(input.place(), _ -> new LinkedHashSet<>()).add(group);
    }
  }

  void remove(FusionGroup group) {
    if (numbers.remove(group) == null) {
      return;
    }
    Objects.requireNonNull(byShape.get(group.shape())).remove(group);
    group.variables().forEach(variable -> computing.remove(variable, group));
    for (var input : group.inputs()) {
      Objects.requireNonNull(reading.get(input.place())).remove(group);
    }
  }

  /** {@return all groups in order} */
  List<FusionGroup> all() {
    return List.copyOf(numbers.keySet());
  }

  /** {@return the groups of a shape in order} */
  List<FusionGroup> of(Shape shape) {
    return List.copyOf(byShape.getOrDefault(shape, Set.of()));
  }

  /** {@return the group that computes an atom at its points, or null} */
  @Nullable FusionGroup computing(Atom atom) {
    return computing.get(atom);
  }

  /** {@return the groups that load from a place} */
  Collection<FusionGroup> reading(Value.Place place) {
    return reading.getOrDefault(place, Set.of());
  }

  /** {@return the open ones among some groups, each once, in the order they were opened} */
  List<FusionGroup> inOrder(Collection<FusionGroup> some) {
    if (some.size() < 2) {
      return List.copyOf(some);
    }
    var distinct = new ArrayList<>(new LinkedHashSet<>(some));
    distinct.removeIf(group -> !numbers.containsKey(group));
    distinct.sort(Comparator.comparing(numbers::get));
    return distinct;
  }
}
