package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of updates, kept in the state. Updates pass unchanged.
 *
 * {@snippet :
 * var tx = chain(monitor().with("norm", (Params g) -> globalNorm(g)), adam(1e-3));
 * }
 *
 * <p>Before the first step there are no measurements, as in Optax.
 *
 * @param measures transformations that return measurements, by name
 */
public record Monitor(Map<String, GradientTransformation> measures)
    implements Stateful<Monitor.State> {

  /**
   * The state.
   *
   * @param measurements measurements by name
   * @param measureStates states of the measures, in order
   */
  @PyTree
  public record State(Map<String, Object> measurements, List<OptState> measureStates)
      implements OptState {}

  public Monitor {
    measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
  }

  /** {@return this with another measure, a function of updates} */
  public <P> Monitor with(String name, Fn<P, ?> measure) {
    return with(name, Measure.of(measure));
  }

  /** {@return this with another measure, such as a {@link MeasureWithEma}} */
  public Monitor with(String name, GradientTransformation measure) {
    var all = new LinkedHashMap<>(measures);
    all.put(name, measure);
    return new Monitor(all);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Map.of(), measures.values().stream().map(measure -> measure.init(params)).toList());
  }

  @Override
  @SuppressWarnings("unchecked") // measures take any tree
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var measurements = new LinkedHashMap<String, Object>();
    var states = new ArrayList<OptState>();
    var before = state.measureStates.iterator();
    measures.forEach((name, measure) -> {
      Updated<Object> measured =
          measure.update(updates, before.next(), params, (Extras<Object>) extras);
      measurements.put(name, measured.updates());
      states.add(measured.state());
    });
    return new Updated<>(updates, new State(measurements, states));
  }
}
