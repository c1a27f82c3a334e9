package io.cambric.optax.transform;

import io.cambric.core.Array;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Stateless;
import io.cambric.transform.function.Fn2;
import org.jspecify.annotations.Nullable;

/**
 * A function of updates and parameters as a transformation.
 *
 * @param function from updates and parameters, which may be {@code null}, to updates
 * @see <a href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.stateless</a>
 */
public record StatelessFunction(Fn2<Object, @Nullable Object, Object> function)
    implements Stateless {

  /** {@return the transformation of a function of trees} */
  @SuppressWarnings("unchecked") // it is called with trees of the type of its parameter
  public static <P> StatelessFunction of(Fn2<P, @Nullable P, P> function) {
    return new StatelessFunction((Fn2<Object, @Nullable Object, Object>) (Object) function);
  }

  /** {@return the transformation of a function of each array} */
  public static StatelessFunction ofLeaves(Fn2<Array, @Nullable Array, Array> function) {
    return new StatelessFunction(new OfLeaves(function));
  }

  /** A function of arrays, applied to each pair of leaves. */
  private record OfLeaves(Fn2<Array, @Nullable Array, Array> function)
      implements Fn2<Object, @Nullable Object, Object> {

    @Override
    public Object apply(Object updates, @Nullable Object params) {
      return params == null
          ? Leaves.map(updates, update -> function.apply(update, null))
          : Leaves.map(updates, params, function::apply);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the function returns a tree like the updates
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return (P) function.apply(updates, params);
  }
}
