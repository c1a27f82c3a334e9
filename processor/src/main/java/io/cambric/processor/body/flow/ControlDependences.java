package io.cambric.processor.body.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The control dependences of a tree, the innermost first.
 *
 * @param all each of them
 */
public record ControlDependences(List<ControlDependence> all) {

  static final ControlDependences NONE = new ControlDependences(List.of());

  /** {@return the innermost one that depends on a call argument} */
  public Optional<ControlDependence> first() {
    return all.stream().filter(o -> o.kind() != ControlDependence.Kind.FIXED_LOOP).findFirst();
  }

  /** {@return these dependences, followed by the outer ones} */
  ControlDependences within(ControlDependences outer) {
    var both = new ArrayList<>(all);
    both.addAll(outer.all);
    return new ControlDependences(List.copyOf(both));
  }

  /** {@return whether one of them is a loop} */
  public boolean hasLoop() {
    return all.stream().anyMatch(ControlDependence::isLoop);
  }

  /** {@return whether every run that passes {@code other} also passes this} */
  public boolean isImpliedBy(ControlDependences other) {
    return decisive().stream().allMatch(ControlDependence::isStable)
        && keys(other).containsAll(keys(this));
  }

  /** {@return whether each step of the enclosing loops passes the same conditions} */
  public boolean isSameInEachStep() {
    return !hasLoop()
        || all.stream().filter(o -> !o.isLoop()).allMatch(ControlDependence::isStable);
  }

  /** {@return these dependences inside a method that is called with certain arguments} */
  ControlDependences inCall(String arguments, boolean areStable) {
    return new ControlDependences(all.stream().map(o -> o.inCall(arguments, areStable)).toList());
  }

  private static Set<String> keys(ControlDependences list) {
    return list.decisive().stream().map(ControlDependence::key).collect(Collectors.toSet());
  }

  private List<ControlDependence> decisive() {
    return all.stream().filter(o -> o.kind() != ControlDependence.Kind.FIXED_LOOP).toList();
  }
}
