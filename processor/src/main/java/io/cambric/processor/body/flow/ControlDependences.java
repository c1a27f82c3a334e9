package io.cambric.processor.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The obstacles around a place, the innermost first.
 *
 * @param all each of them
 */
record ObstacleList(List<Obstacle> all) {

  static final ObstacleList NONE = new ObstacleList(List.of());

  /** {@return the innermost one that depends on a call argument} */
  Optional<Obstacle> first() {
    return all.stream().filter(o -> o.kind() != Obstacle.Kind.FIXED_LOOP).findFirst();
  }

  /** {@return these and those around them} */
  ObstacleList within(ObstacleList outer) {
    var both = new ArrayList<>(all);
    both.addAll(outer.all);
    return new ObstacleList(List.copyOf(both));
  }

  boolean hasLoop() {
    return all.stream().anyMatch(Obstacle::isLoop);
  }

  /** {@return whether a place behind {@code other} is reached in no run in which this isn't} */
  boolean isPassedWith(ObstacleList other) {
    return decisive().stream().allMatch(Obstacle::isStable) && keys(other).containsAll(keys(this));
  }

  /** {@return whether each step of the loops around a place passes the same conditions} */
  boolean isSameInEachStep() {
    return !hasLoop() || all.stream().filter(o -> !o.isLoop()).allMatch(Obstacle::isStable);
  }

  /** {@return these in a method that is called with certain arguments} */
  ObstacleList inCall(String arguments, boolean areStable) {
    return new ObstacleList(all.stream().map(o -> o.inCall(arguments, areStable)).toList());
  }

  private static Set<String> keys(ObstacleList list) {
    return list.decisive().stream().map(Obstacle::key).collect(Collectors.toSet());
  }

  private List<Obstacle> decisive() {
    return all.stream().filter(o -> o.kind() != Obstacle.Kind.FIXED_LOOP).toList();
  }
}
