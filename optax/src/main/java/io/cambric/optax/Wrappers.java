package io.cambric.optax;

import io.cambric.optax.base.Chain;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.wrapper.Masked;
import java.util.List;

/** Transformations of transformations. */
final class Wrappers {

  private Wrappers() {}

  /** {@return these transformations one after the other} */
  public static GradientTransformation chain(GradientTransformation... parts) {
    return new Chain(List.of(parts));
  }

  /**
   * {@return a transformation of some leaves; the updates of the others pass unchanged}
   *
   * {@snippet :
   * masked(sgd(0.1), (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith("/bias")));
   * }
   *
   * @param mask true for the leaves that are transformed
   */
  public static Masked masked(GradientTransformation inner, Mask mask) {
    return new Masked(inner, mask);
  }
}
