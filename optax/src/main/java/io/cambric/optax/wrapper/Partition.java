package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Labels;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A partition of the parameters, with a separate transformation for each label.
 *
 * <p>Each transformation sees only the leaves of its label, as in {@link Masked}. All
 * transformations run in each step.
 *
 * @param transforms transformations by label; a label may occur at no leaf
 * @param labels the label of each leaf
 * @see <a href="https://optax.readthedocs.io/en/latest/api/combining_optimizers.html">
 *     optax.partition</a>
 */
public record Partition(Map<String, GradientTransformation> transforms, Labels labels)
    implements Stateful<Partition.State> {

  /**
   * The state.
   *
   * @param innerStates states of transformations by label
   */
  @PyTree
  public record State(Map<String, OptState> innerStates) implements OptState {}

  public Partition {
    transforms = Collections.unmodifiableMap(new LinkedHashMap<>(transforms));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var labelled = labelled(params);
    var states = new LinkedHashMap<String, OptState>();
    transforms.forEach((label, transformation) ->
        states.put(label, masked(label, transformation, labelled).init(params)));
    return new State(states);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var labelled = labelled(updates);
    var passing = updates;
    var states = new LinkedHashMap<String, OptState>();
    for (var each : transforms.entrySet()) {
      var label = each.getKey();
      var before = state.innerStates.get(label);
      if (before == null) {
        throw new TreeStructureException(
            "partition needs a state for the label %s, but got states for %s. Pass the state that init of this partition returned."
                .formatted(label, new TreeSet<>(state.innerStates.keySet())));
      }
      var updated =
          masked(label, each.getValue(), labelled).update(passing, before, params, extras);
      passing = updated.updates();
      states.put(label, updated.state());
    }
    return new Updated<>(passing, new State(states));
  }

  /** {@return the label of each leaf} */
  private List<String> labelled(Object tree) {
    var labelled = labels.ofLeaves(tree);
    var unknown = new TreeSet<>(labelled);
    unknown.removeAll(transforms.keySet());
    if (!unknown.isEmpty()) {
      throw new TreeStructureException(
          "partition needs a transformation for each label, but got the labels %s and transformations for %s. Add transformations for %s."
              .formatted(new TreeSet<>(labelled), new TreeSet<>(transforms.keySet()), unknown));
    }
    return labelled;
  }

  private static Masked masked(String label, GradientTransformation inner, List<String> labelled) {
    return new Masked(
        inner, Mask.of(new LeafValues(labelled.stream().map(label::equals).toList())));
  }
}
