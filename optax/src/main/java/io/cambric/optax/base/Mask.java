package io.cambric.optax.base;

import io.cambric.build.Convertible;
import io.cambric.transform.function.Fn;

/**
 * A mask: the leaves to which a transformation applies. It is a tree of booleans, or a function
 * from parameters or updates to such a tree.
 *
 * <p>Two masks are equal if their trees or their functions are equal.
 *
 * @param booleans from a tree to a tree of booleans with the same structure, or to a prefix of it
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizers.html">optax.MaskOrFn</a>
 */
@Convertible
public record Mask(Fn<Object, ?> booleans) {

  /** A mask that does not depend on the masked tree. */
  private record Fixed(Object mask) implements Fn<Object, Object> {

    @Override
    public Object apply(Object tree) {
      return mask;
    }
  }

  /**
   * {@return a mask that is a tree of booleans}
   *
   * @param tree true where the transformation applies; one boolean may apply to a whole subtree. A
   *     mask is returned unchanged.
   */
  public static Mask of(Object tree) {
    return tree instanceof Mask mask ? mask : new Mask(new Fixed(tree));
  }

  /**
   * {@return a mask that depends on the parameters}
   *
   * @param booleans from the parameters to a tree of booleans
   */
  @SuppressWarnings("unchecked") // it is called with trees of the type of its parameter
  public static <P> Mask of(Fn<P, ?> booleans) {
    return new Mask((Fn<Object, ?>) booleans);
  }
}
