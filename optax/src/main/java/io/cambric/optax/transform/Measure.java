package io.cambric.optax.transform;

import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Stateless;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * A measure of updates, as a transformation for {@link Monitor}. It returns the measurement in
 * place of updates.
 *
 * @param function from updates to a tree of arrays
 */
public record Measure(Fn<Object, ?> function) implements Stateless {

  /** {@return the measure by a function} */
  @SuppressWarnings("unchecked") // it is called with trees of the type of its parameter
  public static <P> Measure of(Fn<P, ?> function) {
    return new Measure((Fn<Object, ?>) function);
  }

  @Override
  @SuppressWarnings("unchecked") // its reader takes the measurement as an object
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return (P) function.apply(updates);
  }
}
