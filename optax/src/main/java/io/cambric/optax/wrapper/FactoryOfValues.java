package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Injectable;
import io.cambric.optax.base.Injection;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.transform.function.Fn;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transformation that a function makes from named values, for transformations that cannot list
 * their hyperparameters.
 *
 * @param hyperparameters values by name, in order
 * @param factory from scalars by name to the transformation
 */
public record FactoryOfValues(
    Map<String, ScalarOrSchedule> hyperparameters,
    Fn<Map<String, Array>, GradientTransformation> factory)
    implements Injectable<FactoryOfValues> {

  /** A value that is never read, since each name has a value. */
  private static final Scalar UNSET = Scalar.of(Double.NaN);

  public FactoryOfValues {
    hyperparameters = Collections.unmodifiableMap(new LinkedHashMap<>(hyperparameters));
  }

  @Override
  public FactoryOfValues withHyperparameters(Map<String, ScalarOrSchedule> values) {
    var changed = new LinkedHashMap<>(hyperparameters);
    changed.putAll(new Injection(this, values).values());
    return new FactoryOfValues(changed, factory);
  }

  @Override
  public OptState init(Object params) {
    return made().init(params);
  }

  @Override
  public <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras) {
    return made().update(updates, state, params, extras);
  }

  private GradientTransformation made() {
    var injection = new Injection(this, hyperparameters);
    var values = new LinkedHashMap<String, Array>();
    for (var name : hyperparameters.keySet()) {
      values.put(name, injection.scalar(name, UNSET).array());
    }
    return factory.apply(values);
  }
}
