package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@link StandardTrainState} in state dicts. Flax has one for each collection, as
 * in {@code step}, {@code params}, {@code opt_state}, {@code batch_stats}.
 */
final class TrainStateFields {

  private static final String STEP = "step";
  private static final String OPT_STATE = "opt_state";

  private TrainStateFields() {}

  static Map<String, Object> of(StandardTrainState<?> state) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put(STEP, state.step());
    fields.put(Variables.PARAMS, state.params());
    fields.put(OPT_STATE, state.optState());
    fields.putAll(state.modelState().collections());
    return fields;
  }

  static <M> StandardTrainState<M> restored(
      StandardTrainState<M> target, Map<String, @Nullable Object> fields) {
    var modelState = target.modelState();
    for (var name : modelState.names()) {
      modelState = modelState.with(name, field(fields, name, Params.class));
    }
    return new StandardTrainState<>(
        field(fields, STEP, Array.class),
        field(fields, Variables.PARAMS, Params.class),
        modelState,
        field(fields, OPT_STATE, OptState.class),
        target.model(),
        target.tx());
  }

  private static <F> F field(Map<String, @Nullable Object> fields, String name, Class<F> type) {
    return type.cast(Objects.requireNonNull(fields.get(name)));
  }
}
