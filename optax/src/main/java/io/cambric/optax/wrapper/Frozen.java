package io.cambric.optax.wrapper;

import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Labels;
import io.cambric.optax.base.Mask;
import io.cambric.optax.transform.SetToZero;
import io.cambric.transform.function.Fn;
import java.util.LinkedHashMap;

/**
 * Freezing of some leaves of the parameters.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/transformations.html">optax.freeze</a>
 */
public final class Frozen {

  private static final String TRAIN = "train";
  private static final String FREEZE = "freeze";

  private Frozen() {}

  /** {@return zeros for the leaves of a mask; updates of other leaves pass unchanged} */
  public static Masked freeze(Mask mask) {
    return new Masked(new SetToZero(), mask);
  }

  /** {@return an optimiser of the leaves outside a mask, with zeros for the leaves in the mask} */
  public static Partition selective(GradientTransformation optimizer, Mask freezeMask) {
    var transforms = new LinkedHashMap<String, GradientTransformation>();
    transforms.put(TRAIN, optimizer);
    transforms.put(FREEZE, new SetToZero());
    return new Partition(transforms, Labels.of(new OfMask(freezeMask)));
  }

  /** The label of each leaf by a mask. */
  private record OfMask(Mask mask) implements Fn<Object, LeafValues> {

    @Override
    public LeafValues apply(Object tree) {
      var kept = Masked.kept(mask, tree).stream();
      return new LeafValues(kept.map(frozen -> frozen ? FREEZE : TRAIN).toList());
    }
  }
}
